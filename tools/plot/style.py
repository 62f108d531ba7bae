"""What all pictures share: colours, units that fit the size of things, and how a picture is saved."""

import pathlib

import matplotlib.pyplot as plt

FIELD_COLOURS = "inferno"  # perceptually uniform, also in grey
ERROR_COLOURS = "RdBu_r"  # zero is white
MARKS = "osD^vP*X"

plt.rcParams.update({
    "font.size": 10, "axes.titlesize": 11, "axes.grid": True, "grid.alpha": 0.3, "figure.dpi": 110, "savefig.dpi": 110,
    "image.interpolation": "nearest", "figure.constrained_layout.use": True, "axes.axisbelow": True,
    "axes.prop_cycle": plt.cycler(color=["#0b63ce", "#c8401c", "#14804a", "#8a3fc0", "#b07900", "#0e8a94", "#c2255c", "#5b6675"]),
})  # fmt: skip


def length_unit(extent):
    """(factor, name) so that `extent` metres read as a handy number."""
    return next(((f, name) for f, name, least in ((1, "m", 1), (1e3, "mm", 1e-3), (1e6, "µm", 1e-6)) if extent >= least), (1e9, "nm"))


def time_unit(span):
    """(factor, name) for a run of `span` seconds."""
    for factor, name, least in ((1 / 86400, "d", 5 * 86400), (1 / 3600, "h", 5 * 3600), (1 / 60, "min", 1200), (1, "s", 0.1),
                                (1e3, "ms", 1e-4), (1e6, "µs", 1e-7)):  # fmt: skip
        if span >= least:
            return factor, name
    return 1e9, "ns"


def label(name, unit):
    return f"{name} [{'°C' if unit == 'C' else unit}]" if unit else name


def power_unit(largest, unit):
    """(factor, name): W as kW or mW, J as MJ ... so that axes need no offsets."""
    for prefix, size in (("G", 1e9), ("M", 1e6), ("k", 1e3), ("", 1), ("m", 1e-3), ("µ", 1e-6)):
        if largest >= size:
            return 1 / size, prefix + unit
    return 1, unit


def save(figure, folder, name):
    """Writes the picture and says where it is."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / name)
    plt.close(figure)
    print(folder / name, flush=True)
