"""The figures of a verification report as PNG files: convergence, profile and error map of every case."""

import json
import pathlib

import matplotlib.pyplot as plt
import numpy
import style


def convergence(case, output):
    studies = [s for s in case["studies"] if s["kind"] != "bound"]
    if not studies:
        return
    figure, axes = plt.subplots(figsize=(6.4, 4.8))
    slopes = set()
    for study, mark in zip(studies, style.MARKS * len(studies)):
        x = numpy.array([row["dt" if study["kind"] == "time" else "h"] for row in study["rows"]])
        L2 = numpy.array([row["L2"] for row in study["rows"]])
        axes.loglog(x, L2, marker=mark, label=study["name"])
        if study["expected_order"] not in slopes and study["order_tolerance"] < 1:
            slopes.add(study["expected_order"])
            axes.loglog(x, 0.6 * L2[-1] * (x / x[-1]) ** study["expected_order"], "k--", linewidth=1,
                        label=f"slope {study['expected_order']:g}")  # fmt: skip
    axes.set_xlabel("time step [s]" if studies[0]["kind"] == "time" else "spacing [m]")
    axes.set_ylabel("L2 of the error")
    axes.set_title(f"{case['name']}: {case['shows']}", loc="left")
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.01, 1))
    style.save(figure, output, f"{case['name']}_convergence.png")


def bounds(case, output):
    studies = [s for s in case["studies"] if s["kind"] == "bound"]
    if not studies:
        return
    figure, axes = plt.subplots(figsize=(7.2, 1.4 + 0.24 * len(studies)))
    values = [max(s["rows"][-1]["Linf"] / s["rows"][-1]["scale"], 1e-17) for s in studies]
    axes.scatter(values, range(len(studies)), label="relative error")
    axes.scatter([max(s["bound"], 1e-17) for s in studies], range(len(studies)), marker="|", s=120, color="black", label="bound")
    axes.set_xscale("log")
    axes.set_yticks(range(len(studies)), [s["name"] for s in studies], fontsize=8)
    axes.invert_yaxis()
    axes.set_title(f"{case['name']}: {case['shows']}", loc="left")
    axes.legend(fontsize=8)
    style.save(figure, output, f"{case['name']}_bounds.png")


def profile(case, output):
    study = next((s for s in case["studies"] if "profile" in s), None)
    if study is None:
        return
    line = study["profile"]
    x, computed, exact = (numpy.array(line[key]) for key in ("x", "computed", "exact"))
    figure, (above, below) = plt.subplots(2, 1, figsize=(6.4, 5.6), sharex=True, height_ratios=(2, 1))
    above.plot(x, exact, color="black", label="exact")
    step = max(1, len(x) // 40)
    above.plot(x[::step], computed[::step], "o", markersize=4, label=f"computed, {study['rows'][-1]['grid']}")
    below.plot(x, computed - exact)
    above.set_ylabel("T")
    below.set_ylabel("computed - exact")
    below.set_xlabel(f"{line['axis']} [m]")
    above.set_title(f"{case['name']}, {study['name']}")
    above.legend()
    style.save(figure, output, f"{case['name']}_profile.png")


def error_map(case, output):
    study = next((s for s in case["studies"] if "error_map" in s), None)
    if study is None:
        return
    plane = study["error_map"]
    error = numpy.array(plane["error"]).reshape(plane["ny"], plane["nx"])
    limit = numpy.abs(error).max() or 1
    figure, axes = plt.subplots(figsize=(6.4, 5.2))
    image = axes.imshow(error, origin="lower", extent=(0, plane["width"], 0, plane["height"]), cmap=style.ERROR_COLOURS,
                        vmin=-limit, vmax=limit, aspect="auto" if plane["width"] > 4 * plane["height"] else "equal")  # fmt: skip
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    axes.grid(False)
    axes.set_title(f"{case['name']}, {study['name']}, {study['rows'][-1]['grid']}")
    figure.colorbar(image, ax=axes, label="computed - exact")
    style.save(figure, output, f"{case['name']}_error.png")


def draw(settings):
    document = json.loads(pathlib.Path(settings["report"]).read_text())
    for case in document["cases"]:
        for picture in (convergence, bounds, profile, error_map):
            picture(case, settings["output"])
