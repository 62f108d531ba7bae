"""All pictures of one result."""

import pathlib

import fields
import histories
import profiles
from snapshots import Series


def draw(settings):
    series = Series(settings["result"])
    field = settings.get("field") or "temperature"
    if field not in series.fields:
        raise ValueError(f"there is no field '{field}' in {series.paths[0].name}; there are {', '.join(series.fields)}")
    output = pathlib.Path(settings.get("output") or series.folder / "plots")
    if series.dim > 1:
        fields.draw(series, field, settings, output)
    profiles.draw(series, field, settings, output)
    histories.draw(series, output)
