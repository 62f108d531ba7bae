"""What the tables of a result say over time: probes, extremes, and the balance of heat."""

import matplotlib.pyplot as plt
import numpy
import style
from snapshots import table


def probes(series, output, time_scale, time_unit):
    columns = table(series.folder / "probes.csv")
    names = [name for name in columns if name not in ("step", "time")]
    if not names:
        return
    figure, axes = plt.subplots(figsize=(7.5, 4.4))
    for name in names:
        known = ~numpy.isnan(columns[name])
        axes.plot(columns["time"][known] * time_scale, columns[name][known], label=name)
    axes.set_xlabel(f"time [{time_unit}]")
    axes.set_ylabel(style.label("temperature", series.unit("temperature")))
    axes.set_title(f"{series.name}: probes")
    axes.legend()
    style.save(figure, output, "probes.png")


def extremes(series, columns, output, time_scale, time_unit):
    figure, axes = plt.subplots(figsize=(7.5, 4.4))
    time = columns["time"] * time_scale
    axes.fill_between(time, columns["T_min"], columns["T_max"], alpha=0.18, label="coldest to hottest cell")
    axes.plot(time, columns["T_max"], linewidth=1)
    axes.plot(time, columns["T_min"], linewidth=1, color=axes.lines[0].get_color())
    axes.plot(time, columns["T_mean"], label="mean", color="black")
    axes.set_xlabel(f"time [{time_unit}]")
    axes.set_ylabel(style.label("temperature", series.unit("temperature")))
    axes.set_title(f"{series.name}: hottest, coldest, mean")
    axes.legend()
    style.save(figure, output, "extremes.png")


def named(prefix, columns):
    """{what: column} of every wall that lets heat through, and the sources."""
    heats = {name[len(prefix) :]: values for name, values in columns.items() if name.startswith(prefix)}
    return {name: values for name, values in heats.items() if numpy.abs(values).max() > 0}


def balance(series, columns, output, time_scale, time_unit):
    """Stored heat against what walls and sources brought; powers; and what remains, which is round-off."""
    time = columns["time"] * time_scale
    heats, powers = named("heat_", columns), named("power_", columns)
    for source in ("source_heat", "filter_heat"):
        if source in columns and numpy.abs(columns[source]).max() > 0:
            heats[source.split("_")[0]] = columns[source]
    if not heats:
        return  # nothing came or went: the mean in extremes.png says so
    figure, (above, middle, below) = plt.subplots(3, 1, figsize=(7.5, 8.4), sharex=True, height_ratios=(3, 2, 1.2))
    largest = max([numpy.abs(columns["stored_heat"]).max()] + [numpy.abs(v).max() for v in heats.values()])
    scale, unit = style.power_unit(largest, "J")
    above.plot(time, columns["stored_heat"] * scale, color="black", linewidth=2.5, label="stored")
    above.plot(time, sum(heats.values(), 0 * time) * scale, "--", color="#c8401c", label="sum of walls and sources")
    for name, values in heats.items():
        above.plot(time, values * scale, label=f"through {name}" if "_" in name else f"from {name}")
    above.set_ylabel(f"heat since the start [{unit}]")
    scale, unit = style.power_unit(max([numpy.abs(v).max() for v in powers.values()], default=1), "W")
    for name, values in powers.items():
        middle.plot(time, values * scale, label=name)
    middle.set_ylabel(f"power into the domain [{unit}]")
    below.plot(time, columns["residual"] / largest if largest > 0 else 0 * time, color="black")
    below.set_ylabel("residual / largest")
    below.set_xlabel(f"time [{time_unit}]")
    above.set_title(f"{series.name}: balance of heat, positive into the domain")
    for axes in (above, middle):
        if axes.lines:
            axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1))
    style.save(figure, output, "balance.png")


def draw(series, output):
    time_scale, time_unit = style.time_unit(series.times[-1])
    probes(series, output, time_scale, time_unit)
    columns = table(series.folder / "diagnostics.csv")
    if columns and len(columns["time"]) > 1:
        extremes(series, columns, output, time_scale, time_unit)
        balance(series, columns, output, time_scale, time_unit)
