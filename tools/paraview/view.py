"""A good first view of a result in ParaView: perceptually uniform colours with one range over the whole series, a scalar bar
with the unit, the time, axes in metres.

As a macro (Macros > Import new macro, then with a result opened and selected press its button), or from the command line:

    paraview --script=tools/paraview/view.py            # after File > Open, or with --data=RESULT.xdmf
    xvfb-run -a -s -noreset pvpython tools/paraview/view.py RESULT.xdmf --save OUT.png [--time T] [--cut]

RESULT may be a result folder too. A grid of two axes is seen from above (x to the right, y up), one of three axes from above
its y_lo side; --cut takes away its front quarter, so that the inside shows. Written for ParaView 5.11 and newer.
"""

import argparse
import csv
import glob
import os
import re
import sys

from paraview import simple as pv

FIELD, COLOURS = "temperature", "Inferno (matplotlib)"


def unit_of(folder):
    """The temperature's unit, as the case of the result has it."""
    try:
        text = open(os.path.join(folder, "case.yaml")).read()
    except OSError:
        return "K"
    return "°C" if re.search(r"temperature:\s*['\"]?C\b", text) else "K"


def index_of(path):
    """The file to open of a result folder, or the file itself, with its full path."""
    if os.path.isdir(path):
        found = sorted(glob.glob(os.path.join(path, "*.xdmf")))
        if len(found) != 1:
            sys.exit(f"error: {path} holds {len(found)} files *.xdmf, one is needed: run isotherm there, or name the file")
        path = found[0]
    if not os.path.exists(path):
        sys.exit(f"error: there is no {path}: name a result folder or its NAME.xdmf")
    return os.path.abspath(path)


def open_result(path):
    """The older of ParaView's XDMF readers: the newer one of 5.11 hands out memory that it has freed when times change."""
    return pv.XDMFReader(FileNames=[path]) if path.endswith(".xdmf") else pv.OpenDataFile(path)


def file_of(source):
    """The file behind a reader of the pipeline, or an empty text."""
    for name in ("FileNames", "FileName"):
        value = getattr(source, name, None)
        if value:
            return str(value if isinstance(value, str) else value[0])
    return ""


def range_of(folder, source):
    """(lowest, highest) over all times from the result's own table, so that not every snapshot must be read."""
    try:
        with open(os.path.join(folder, "diagnostics.csv"), newline="") as lines:
            rows = list(csv.DictReader(lines))
        return min(float(row["T_min"]) for row in rows), max(float(row["T_max"]) for row in rows)
    except (OSError, KeyError, ValueError):
        return source.GetDataInformation().GetPointDataInformation().GetArrayInformation(FIELD).GetComponentRange(0)


def colour(display, view, unit, field_range):
    """Colours by the field, one range over all times, and a bar that says what they mean."""
    pv.ColorBy(display, ("POINTS", FIELD))
    colours = pv.GetColorTransferFunction(FIELD)
    colours.ApplyPreset(COLOURS, True)
    low, high = field_range
    colours.RescaleTransferFunction(low, high if high > low else low + 1)
    bar = pv.GetScalarBar(colours, view)
    bar.Title, bar.ComponentTitle = f"{FIELD} [{unit}]", ""
    bar.TitleColor = bar.LabelColor = [0, 0, 0]
    bar.TitleFontSize, bar.LabelFontSize = 18, 16
    bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%.4g", "%.4g"
    bar.WindowLocation, bar.Position, bar.ScalarBarLength = "Any Location", [0.88, 0.2], 0.6
    display.SetScalarBarVisibility(view, True)


def annotate_time(source, view):
    text = pv.AnnotateTimeFilter(Input=source)
    text.Format = "t = {time:g} s"
    shown = pv.Show(text, view)
    shown.Color, shown.FontSize, shown.WindowLocation = [0, 0, 0], 20, "Upper Left Corner"


def look(view, bounds, flat):
    """From above, or from above the y_lo side; the domain fills the view."""
    view.OrientationAxesLabelColor = [0, 0, 0]
    view.CameraFocalPoint = [0.5 * (bounds[2 * a] + bounds[2 * a + 1]) for a in range(3)]
    step = (0, 0, 1) if flat else (-0.45, -1, 0.75)
    view.CameraPosition = [f + s for f, s in zip(view.CameraFocalPoint, step)]
    view.CameraViewUp = [0, 1, 0] if flat else [0, 0, 1]
    if flat:
        view.InteractionMode = "2D"
    view.ResetCamera()
    view.GetActiveCamera().Zoom(1.05 if flat else 1.3)
    grid = view.AxesGrid
    grid.Visibility = 1
    grid.XTitle, grid.YTitle, grid.ZTitle = "x [m]", "y [m]", "z [m]"
    for axis in "XYZ":
        setattr(grid, f"{axis}TitleColor", [0, 0, 0])
        setattr(grid, f"{axis}LabelColor", [0, 0, 0])
    grid.GridColor = [0.5, 0.5, 0.5]


def front_quarter_away(source, bounds):
    """The part that a viewer above the y_lo side looks into is taken away."""
    size = [bounds[2 * a + 1] - bounds[2 * a] for a in range(3)]
    box = pv.Clip(Input=source, ClipType="Box", Invert=0)
    box.ClipType.Position = [bounds[0] - 0.01 * size[0], bounds[2] - 0.01 * size[1], bounds[4] + 0.5 * size[2]]
    box.ClipType.Length = [0.51 * size[0], 0.51 * size[1], 0.52 * size[2]]
    return box


def show(source, cut, view):
    """The view of a source, at the time that it stands at."""
    view.UseColorPaletteForBackground, view.Background = 0, [1, 1, 1]
    source.UpdatePipeline(view.ViewTime)
    bounds, extent = source.GetDataInformation().GetBounds(), source.GetDataInformation().GetExtent()
    flat = extent[4] == extent[5]
    pv.Hide(source, view)
    drawn = front_quarter_away(source, bounds) if cut and not flat else source
    display = pv.Show(drawn, view)
    display.SetRepresentationType("Surface")
    folder = os.path.dirname(file_of(source))
    colour(display, view, unit_of(folder), range_of(folder, source))
    annotate_time(source, view)
    look(view, bounds, flat)
    pv.Render(view)
    return view


def main(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", nargs="?")
    parser.add_argument("--save", metavar="PNG")
    parser.add_argument("--time", type=float, help="[s]; default: the last snapshot")
    parser.add_argument("--cut", action="store_true", help="take away the front quarter of a 3-D grid")
    arguments = parser.parse_args(words)
    source = open_result(index_of(arguments.result)) if arguments.result else pv.GetActiveSource()
    if source is None:
        sys.exit("error: open a result (NAME.xdmf) and select it in the pipeline browser first")
    view = pv.GetActiveViewOrCreate("RenderView")
    times = list(getattr(source, "TimestepValues", []) or [0.0])
    wanted = times[-1] if arguments.time is None else min(times, key=lambda t: abs(t - arguments.time))
    if arguments.save or arguments.time is not None:
        view.ViewTime = wanted
    if arguments.save:
        view.ViewSize = [1200, 680]
    show(source, arguments.cut, view)
    if arguments.save:
        pv.SaveScreenshot(arguments.save, view, ImageResolution=[1200, 680])
        print(f"{arguments.save}: t = {wanted!r} s")


main(sys.argv[1:] if sys.argv and os.path.basename(sys.argv[0]) == "view.py" else [])  # ParaView's own words are not ours
