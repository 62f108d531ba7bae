"""Opens results as a user of ParaView would and writes down what is there. For pvpython:

    pvpython open_results.py READER OUT FILE...

READER is auto (what File > Open takes), xdmf2 (the older reader) or vtkhdf (for a single 3-D snapshot). For the n-th FILE
OUT/n.json gets times, dimensions, bounds and the names of the point arrays, OUT/n.K.npy the temperatures of time K as
(nz, ny, nx). Readers that do not like a file may end the whole process: what is missing in OUT was not opened.
"""

import json
import os
import sys

os.environ["HDF5_USE_FILE_LOCKING"] = "FALSE"  # a viewer must not get in the way of a run

import numpy
import paraview.simple as pv
from paraview import servermanager
from vtkmodules.util.numpy_support import vtk_to_numpy


def open_file(path, reader):
    if reader == "auto":
        return pv.OpenDataFile(path)
    if reader == "xdmf2":
        return pv.XDMFReader(FileNames=[path])
    return pv.VTKHDFReader(FileName=[path])


def only_image(data):
    """The one uniform grid that a reader made, out of whatever it wrapped around it."""
    if data.IsA("vtkCompositeDataSet"):
        walk, leaves = data.NewIterator(), []
        walk.InitTraversal()
        while not walk.IsDoneWithTraversal():
            leaves.append(walk.GetCurrentDataObject())
            walk.GoToNextItem()
        assert len(leaves) == 1, f"{len(leaves)} grids"
        data = leaves[0]
    assert data.IsA("vtkImageData"), data.GetClassName()
    return data


def times_of(source):
    values = getattr(source, "TimestepValues", None)
    if values is None:
        return []
    return [float(t) for t in values] if hasattr(values, "__len__") else [float(values)]


def describe(path, reader, out):
    source = open_file(path, reader)
    source.UpdatePipelineInformation()
    times = times_of(source)
    for k, time in enumerate(times or [0.0]):
        source.UpdatePipeline(time)
        image = only_image(servermanager.Fetch(source))
        points = image.GetPointData()
        temperature = vtk_to_numpy(points.GetArray("temperature"))
        numpy.save(f"{out}.{k}.npy", temperature.reshape(image.GetDimensions()[::-1]))
    facts = {
        "times": times,
        "dimensions": image.GetDimensions(),
        "bounds": image.GetBounds(),
        "arrays": [points.GetArrayName(n) for n in range(points.GetNumberOfArrays())],
        "type": points.GetArray("temperature").GetDataTypeAsString(),
    }
    with open(f"{out}.json", "w") as file:
        json.dump(facts, file)


for number, path in enumerate(sys.argv[3:]):
    describe(os.path.abspath(path), sys.argv[1], os.path.join(sys.argv[2], str(number)))
sys.stdout.flush()
os._exit(0)  # some versions crash while they tear down
