"""Colour maps of a field: planes of two and three axes, several times beside each other, and a film. One range of colours
over the whole series."""

import pathlib
import shutil

import matplotlib.animation
import matplotlib.pyplot as plt
import numpy
import style

AXES = "xyz"
MOST_FRAMES, PANELS = 300, 6


def slice_index(series, axis, value):
    """The cell that a plane at `value` metres goes through."""
    lower, upper = series.lower[axis], series.upper[axis]
    if not lower <= value <= upper:
        raise ValueError(f"--slice {AXES[axis]}={value:g} lies outside the domain, {lower:g} to {upper:g} m")
    return min(int((value - lower) / (upper - lower) * series.cells[axis]), series.cells[axis] - 1)


def point_of_interest(series, field, wanted):
    """One cell per axis: where `wanted` says, else where the field changes most over the series."""
    change = numpy.abs(series.read(len(series.paths) // 2, field) - series.read(0, field))
    if change.max() == 0:
        change = numpy.abs(series.read(len(series.paths) - 1, field) - series.read(0, field))
    at = numpy.unravel_index(change.argmax(), change.shape)[::-1]
    cell = [int(i) for i in at] if change.max() > 0 else [n // 2 for n in series.cells]
    for name, value in wanted.items():
        if name not in AXES[: series.dim]:
            raise ValueError(f"--slice {name}: the grid has the axes {', '.join(AXES[: series.dim])}")
        cell[AXES.index(name)] = slice_index(series, AXES.index(name), value)
    return cell


class Painter:
    """Draws planes of one field of one series, all with the same colours."""

    def __init__(self, series, field, cell):
        self.series, self.field, self.cell = series, field, cell
        self.low, self.high = series.range(field)
        if self.high - self.low <= 1e-12 * max(abs(self.high), 1e-300):
            self.low, self.high = self.low - 0.5, self.high + 0.5
        self.scale, self.unit = style.length_unit(max(series.upper[: series.dim] - series.lower[: series.dim]))
        self.time_scale, self.time_unit = style.time_unit(series.times[-1])
        self.label = style.label(field.replace("_", " "), series.unit(field))

    def time_text(self, number):
        return f"t = {self.series.times[number] * self.time_scale:.4g} {self.time_unit}"

    def plane(self, number, normal):
        """(values with rows along the second axis, first axis, second axis) of the plane normal to an axis."""
        first, second = [a for a in range(3) if a != normal][:2]
        values = self.series.read(number, self.field, None if self.series.dim == 2 else (normal, self.cell[normal]))
        return values.squeeze(axis=2 - normal), first, second

    def paint(self, axes, number, normal, lines=True):
        values, first, second = self.plane(number, normal)
        lower, upper = self.series.lower * self.scale, self.series.upper * self.scale
        image = axes.imshow(values, origin="lower", extent=(lower[first], upper[first], lower[second], upper[second]),
                            cmap=style.FIELD_COLOURS, vmin=self.low, vmax=self.high)  # fmt: skip
        if lines and min(values.shape) > 3 and values.max() - values.min() > 0.02 * (self.high - self.low):
            axes.contour(self.series.centres(first) * self.scale, self.series.centres(second) * self.scale, values,
                         levels=numpy.linspace(self.low, self.high, 12)[1:-1], colors="white", linewidths=0.5, alpha=0.6)  # fmt: skip
        axes.set_xlabel(f"{AXES[first]} [{self.unit}]")
        axes.set_ylabel(f"{AXES[second]} [{self.unit}]")
        axes.grid(False)
        return image

    def place(self, normal):
        return f"{AXES[normal]} = {self.series.centres(normal)[self.cell[normal]] * self.scale:.4g} {self.unit}"


def figure_size(series, first, second, width=7.0):
    """Inches, so that a plane keeps its shape and a flat one is still seen."""
    size = series.upper - series.lower
    return width, float(numpy.clip(width * size[second] / size[first], 1.6, 7.0)) + 1.1


def last_picture(painter, output):
    """The last snapshot: the plane, or the three planes through the point of interest."""
    series, last = painter.series, len(painter.series.paths) - 1
    if series.dim == 2:
        figure, axes = plt.subplots(figsize=figure_size(series, 0, 1))
        image = painter.paint(axes, last, 2)
        axes.set_title(f"{series.name}, {painter.time_text(last)}")
        figure.colorbar(image, ax=axes, label=painter.label)
    else:
        size = series.upper - series.lower
        figure, grid = plt.subplots(2, 2, figsize=(8.5, 8.5 * float(numpy.clip((size[1] + size[2]) / (size[0] + size[1]), 0.5, 1.3)) + 0.6),
                                    width_ratios=(size[0], max(size[1], 0.3 * size[0])),
                                    height_ratios=(max(size[2], 0.3 * size[1]), size[1]))  # fmt: skip
        for axes, normal in ((grid[0][0], 1), (grid[1][0], 2), (grid[0][1], 0)):
            image = painter.paint(axes, last, normal)
            axes.set_title(painter.place(normal))
        grid[1][1].axis("off")
        figure.colorbar(image, ax=grid[1][1], label=painter.label, location="left", fraction=0.6)
        figure.suptitle(f"{series.name}, {painter.time_text(last)}")
    style.save(figure, output, f"{painter.field}_last.png")


def times_picture(painter, output):
    """Up to six times beside each other."""
    series = painter.series
    numbers = sorted({round(i) for i in numpy.linspace(0, len(series.paths) - 1, PANELS)})
    columns = 3 if len(numbers) > 4 else 2
    rows = -(-len(numbers) // columns)
    width, height = figure_size(series, 0, 1, 3.6)
    figure, grid = plt.subplots(rows, columns, figsize=(width * columns, (height - 0.45) * rows + 0.4), squeeze=False, sharex=True, sharey=True)
    for axes in grid.flat[len(numbers) :]:
        axes.axis("off")
    for axes, number in zip(grid.flat, numbers):
        image = painter.paint(axes, number, 2)
        axes.set_title(painter.time_text(number))
        axes.label_outer()
    figure.colorbar(image, ax=grid, label=painter.label, shrink=0.8)
    figure.suptitle(series.name + ("" if series.dim == 2 else f", {painter.place(2)}"))
    style.save(figure, output, f"{painter.field}_times.png")


def film(painter, kind, output):
    """An MP4 where ffmpeg is, a GIF elsewhere."""
    if kind == "auto":
        kind = "mp4" if shutil.which("ffmpeg") else "gif"
    if kind == "mp4" and not shutil.which("ffmpeg"):
        raise ValueError("--animation mp4 needs ffmpeg (Debian: apt-get install ffmpeg); gif needs nothing")
    series = painter.series
    step = -(-len(series.paths) // MOST_FRAMES)
    numbers = list(range(0, len(series.paths), step))
    figure, axes = plt.subplots(figsize=figure_size(series, 0, 1), dpi=100)
    image = painter.paint(axes, 0, 2, lines=False)
    figure.colorbar(image, ax=axes, label=painter.label)
    title = axes.set_title("t")

    def show(number):
        image.set_data(painter.plane(number, 2)[0])
        title.set_text(f"{series.name}{'' if series.dim == 2 else ', ' + painter.place(2)}, {painter.time_text(number)}")
        return image, title

    show(0)
    figure.canvas.draw()
    figure.set_layout_engine("none")  # the frame stays where it is
    frames = matplotlib.animation.FuncAnimation(figure, show, frames=numbers, blit=False)
    rate = min(25, max(4, len(numbers) / 10))
    writer = matplotlib.animation.FFMpegWriter(fps=rate, extra_args=["-pix_fmt", "yuv420p", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2"]) \
        if kind == "mp4" else matplotlib.animation.PillowWriter(fps=rate)  # fmt: skip
    path = pathlib.Path(output) / f"{painter.field}.{kind}"
    frames.save(path, writer=writer)
    plt.close(figure)
    print(path, flush=True)


def draw(series, field, settings, output):
    cell = point_of_interest(series, field, settings.get("slice") or {})
    painter = Painter(series, field, cell)
    last_picture(painter, output)
    if len(series.paths) > 1:
        times_picture(painter, output)
    if len(series.paths) > 2 and settings.get("animation", "auto") != "none":
        film(painter, settings.get("animation", "auto"), output)
