"""Draws one snapshot of a result with ParaView, coloured by temperature.

    xvfb-run -a pvpython tools/picture.py RESULT.xdmf OUT.png [--time T] [--unit degC] [--title TEXT]

A grid of two axes is seen from above, one of three axes from above the corner x_hi, y_lo.
"""

import argparse
import os

from paraview import simple as pv


def show(source, arguments):
    """A view with the field, the domain's outline and a scalar bar."""
    view = pv.CreateView("RenderView")
    view.ViewSize = [1000, 560]
    view.Background = [1, 1, 1]
    view.UseColorPaletteForBackground = 0
    view.OrientationAxesLabelColor = [0, 0, 0]
    display = pv.Show(source, view)
    display.SetRepresentationType("Surface")
    pv.ColorBy(display, ("POINTS", "temperature"))
    colours = pv.GetColorTransferFunction("temperature")
    colours.ApplyPreset("Inferno (matplotlib)", True)
    lowest, highest = source.PointData["temperature"].GetRange()
    colours.RescaleTransferFunction(lowest, highest)
    bar = pv.GetScalarBar(colours, view)
    bar.Title, bar.ComponentTitle = f"temperature [{arguments.unit}]", ""
    bar.TitleColor = bar.LabelColor = [0, 0, 0]
    bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%.0f", "%.0f"
    bar.Orientation, bar.WindowLocation, bar.ScalarBarLength = "Horizontal", "Lower Center", 0.5
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
    view = show(source, arguments)
    view.ViewTime = time
    extent = source.GetDataInformation().GetExtent()
    view.ResetCamera()
    camera = view.GetActiveCamera()
    if extent[5] > extent[4]:
        camera.Azimuth(25)
        camera.Elevation(-48)
    camera.Zoom(1.5 if extent[5] > extent[4] else 1.2)
    pv.SaveScreenshot(arguments.picture, view, ImageResolution=[1000, 560])
    print(f"{arguments.picture}: t = {time!r} s")


main()
