"""Draws pictures with matplotlib. The commands `isotherm plot` and `isotherm validate --report` call it:

    python3 tools/plot SETTINGS

SETTINGS is a JSON object: {"task": "result", "result": PATH, "output": DIR or "", "field": NAME, "slice": {"z": 0.01},
"animation": "auto|mp4|gif|none", "dpi": 110} or {"task": "report", "report": REPORT.json, "output": DIR}. Prints the path
of every picture. Exit code 2: the user must change something; 4: a file cannot be read or written.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")


def main():
    settings = json.loads(sys.argv[1])
    try:
        if settings["task"] == "report":
            import report

            report.draw(settings)
        else:
            import result

            result.draw(settings)
    except ValueError as error:
        print(f"isotherm plot: error: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"isotherm plot: error: {error}", file=sys.stderr)
        return 4
    return 0


if __name__ == "__main__":
    sys.exit(main())
