"""Draws the chart of the benchmark by seaborn, or by matplotlib where seaborn has no such chart."""
import json
import sys
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
import seaborn as sns


def draw(kind, data, picture):
    frame = pd.read_csv(data, parse_dates=["time"] if kind == "line" else None)
    figure, axes = plt.subplots(figsize=(16, 10), dpi=100)
    if kind == "bar":
        # Without the error bars, which cost seconds and which the other side does not draw.
        sns.barplot(data=frame, x="category", y="units", estimator=sum, errorbar=None, ax=axes)
    elif kind == "line":
        sns.lineplot(data=frame, x="time", y="noise", estimator=None, errorbar=None, ax=axes)
    elif kind == "scatter":
        sns.scatterplot(data=frame, x="x", y="y", ax=axes)
    elif kind == "pie":
        totals = frame.groupby("category")["units"].sum()
        axes.pie(totals, labels=totals.index, autopct="%.1f%%")
    else:
        sns.heatmap(frame.corr(numeric_only=True), annot=True, vmin=-1, vmax=1, ax=axes)
    axes.set_title("A chart")
    figure.savefig(picture)
    plt.close(figure)


def main():
    kind, data, picture, repeats = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    draw(kind, data, picture)
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        draw(kind, data, picture)
        times.append((time.perf_counter() - started) * 1000)
    if repeats > 0:
        print(json.dumps(times))


main()
