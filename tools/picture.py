"""Draws one snapshot of a result with ParaView, coloured by temperature.

    xvfb-run -a pvpython tools/picture.py RESULT.xdmf OUT.png [--time T] [--unit degC] [--title TEXT]

A grid of two axes is seen from above (x to the right, y up), one of three axes from above its y_lo side.
"""

import argparse
import os

from paraview import simple as pv


def show(source, time, arguments):
    """A view of the field at one time with a scalar bar."""
    view = pv.CreateView("RenderView")
    view.ViewSize = [1000, 560]
    view.ViewTime = time
    view.Background = [1, 1, 1]
    view.UseColorPaletteForBackground = 0
    view.OrientationAxesLabelColor = [0, 0, 0]
    display = pv.Show(source, view)
    display.SetRepresentationType("Surface")
    pv.ColorBy(display, ("POINTS", "temperature"))
    colours = pv.GetColorTransferFunction("temperature")
    colours.ApplyPreset("Inferno (matplotlib)", True)
    pv.Render(view)
    display.RescaleTransferFunctionToDataRange(False, True)
    bar = pv.GetScalarBar(colours, view)
    bar.Title, bar.ComponentTitle = f"temperature [{arguments.unit}]", ""
    bar.TitleColor = bar.LabelColor = [0, 0, 0]
    bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%.0f", "%.0f"
    bar.WindowLocation, bar.Position, bar.ScalarBarLength = "Any Location", [0.88, 0.2], 0.6
    display.SetScalarBarVisibility(view, True)
    if arguments.title:
        text = pv.Show(pv.Text(Text=arguments.title), view)
        text.Color, text.FontSize, text.WindowLocation = [0, 0, 0], 18, "Upper Center"
    return view


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result")
    parser.add_argument("picture")
    parser.add_argument("--time", type=float, help="[s]; default: the last snapshot")
    parser.add_argument("--unit", default="K")
    parser.add_argument("--title", default="")
    arguments = parser.parse_args()

    source = pv.OpenDataFile(os.path.abspath(arguments.result))
    times = list(source.TimestepValues)
    time = times[-1] if arguments.time is None else min(times, key=lambda t: abs(t - arguments.time))
    source.UpdatePipeline(time)
    view = show(source, time, arguments)
    extent = source.GetDataInformation().GetExtent()
    if extent[5] > extent[4]:
        view.CameraFocalPoint, view.CameraPosition, view.CameraViewUp = [0, 0, 0], [-0.4, -1, 0.9], [0, 0, 1]
    view.ResetCamera()
    view.GetActiveCamera().Zoom(1.25 if extent[5] > extent[4] else 1.0)
    pv.SaveScreenshot(arguments.picture, view, ImageResolution=[1000, 560])
    print(f"{arguments.picture}: t = {time!r} s")


main()
