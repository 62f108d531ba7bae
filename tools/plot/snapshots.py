"""Reads the results of isotherm: snapshots as numpy arrays, tables as columns."""

import csv
import json
import os
import pathlib

os.environ.setdefault("HDF5_USE_FILE_LOCKING", "FALSE")  # a picture must not get in the way of a run

import h5py
import numpy


class Series:
    """The snapshots of one result, opened one at a time. Arrays have the axes (z, y, x), absent ones with one cell."""

    def __init__(self, path):
        path = pathlib.Path(path)
        if not path.exists():
            raise ValueError(f"{path} does not exist")
        self.folder = path if path.is_dir() else path.parent
        self.paths = [path] if path.suffix == ".vtkhdf" else self._listed(path)
        if not self.paths:
            raise ValueError(f"{path} holds no snapshot of isotherm (NAME_000000.vtkhdf); give a result folder or a snapshot")
        self.name = self.paths[0].name.rsplit("_", 1)[0]
        with h5py.File(self.paths[0]) as file:
            self.fields = list(file["VTKHDF/PointData"])
            simulation = file["simulation"].attrs
            self.dim = int(simulation["dim"])
            self.cells = [int(n) for n in simulation["cells"]]
            self.lower, self.upper = numpy.array(simulation["lower"]), numpy.array(simulation["upper"])
        self.times = numpy.array([self._time(p) for p in self.paths])

    def _listed(self, path):
        """What the index names; without one, what lies there."""
        indexes = [path] if path.name.endswith(".series") else sorted(self.folder.glob("*.vtkhdf.series"))
        if len(indexes) > 1:
            raise ValueError(f"{path} holds more than one result: give one of {', '.join(p.name for p in indexes)}")
        if indexes:
            return [self.folder / entry["name"] for entry in json.loads(indexes[0].read_text())["files"]]
        return sorted(self.folder.glob("*_[0-9]*.vtkhdf"))

    @staticmethod
    def _time(path):
        with h5py.File(path) as file:
            return float(file["simulation"].attrs["time"])

    def unit(self, field):
        with h5py.File(self.paths[0]) as file:
            unit = file["VTKHDF/PointData"][field].attrs.get("units", b"")
        return unit.decode() if isinstance(unit, bytes) else str(unit)

    def centres(self, axis):
        n = self.cells[axis]
        return self.lower[axis] + (numpy.arange(n) + 0.5) * (self.upper[axis] - self.lower[axis]) / n

    def _dataset(self, file, field):
        return file["VTKHDF/PointData"][field]

    def read(self, number, field, plane=None):
        """The field of snapshot `number` as (nz, ny, nx); `plane` = (axis, index) reads that plane alone. Vectors: length."""
        with h5py.File(self.paths[number]) as file:
            data = self._dataset(file, field)
            vector = data.ndim > self.dim
            where = [slice(None)] * self.dim
            if plane is not None:
                axis, index = plane
                where[self.dim - 1 - axis] = slice(index, index + 1)
            values = numpy.asarray(data[tuple(where)], dtype=float)
        if vector:
            values = numpy.sqrt((values**2).sum(axis=-1))
        return values.reshape((1,) * (3 - self.dim) + values.shape)

    def range(self, field):
        """(lowest, highest) over all snapshots, so that colours mean the same in every picture."""
        lows, highs = zip(*((v.min(), v.max()) for v in (self.read(n, field) for n in range(len(self.paths)))))
        return min(lows), max(highs)


def table(path):
    """{column: numpy array} of a CSV file, empty places as NaN; {} where there is none."""
    path = pathlib.Path(path)
    if not path.exists():
        return {}
    with open(path, newline="") as lines:
        rows = list(csv.reader(lines))
    return {name: numpy.array([float(r[i]) if r[i] else numpy.nan for r in rows[1:]]) for i, name in enumerate(rows[0])}
