"""A field along lines parallel to the axes, at several times."""

import matplotlib.pyplot as plt
import numpy
import style
from fields import AXES, point_of_interest

MOST_LINES = 8


def draw(series, field, settings, output):
    cell = point_of_interest(series, field, settings.get("slice") or {})
    along = [a for a in range(series.dim) if series.cells[a] > 1] or [0]
    numbers = sorted({round(i) for i in numpy.linspace(0, len(series.paths) - 1, MOST_LINES)})
    scale, unit = style.length_unit(max(series.upper[: series.dim] - series.lower[: series.dim]))
    time_scale, time_unit = style.time_unit(series.times[-1])
    figure, grid = plt.subplots(1, len(along), figsize=(2.2 + 4.2 * len(along), 4.4), squeeze=False, sharey=True)
    for number in numbers:
        values = series.read(number, field)
        colour = plt.get_cmap("viridis")(0.92 * numbers.index(number) / max(1, len(numbers) - 1))
        for axes, axis in zip(grid[0], along):
            where = [cell[2], cell[1], cell[0]]
            where[2 - axis] = slice(None)
            axes.plot(series.centres(axis) * scale, values[tuple(where)], color=colour, linewidth=1.6,
                      marker="." if series.cells[axis] < 30 else None,
                      label=f"{series.times[number] * time_scale:.4g} {time_unit}")  # fmt: skip
    for axes, axis in zip(grid[0], along):
        axes.set_xlabel(f"{AXES[axis]} [{unit}]")
        others = [f"{AXES[a]} = {series.centres(a)[cell[a]] * scale:.4g} {unit}" for a in range(series.dim) if a != axis]
        axes.set_title("at " + ", ".join(others) if others else series.name)
    grid[0][0].set_ylabel(style.label(field.replace("_", " "), series.unit(field)))
    grid[0][-1].legend(title="time", loc="upper left", bbox_to_anchor=(1.01, 1))
    if series.dim > 1:
        figure.suptitle(series.name)
    style.save(figure, output, f"{field}_profiles.png")

