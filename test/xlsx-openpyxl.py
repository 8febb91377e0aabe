"""Prints what openpyxl finds in workbooks, as JSON. With "make", writes a workbook for the tests instead."""
import datetime
import json
import sys

import openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table


def plain(value):
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    return value


def chart_text(title):
    if title is None or title.tx is None or title.tx.rich is None:
        return None
    return "".join(run.t for paragraph in title.tx.rich.p for run in paragraph.r or [])


def reference(source):
    if source is None:
        return None
    found = source.numRef or getattr(source, "strRef", None)
    return found.f if found else None


def cached(source):
    found = source.numRef or getattr(source, "strRef", None)
    cache = found and (getattr(found, "numCache", None) or getattr(found, "strCache", None))
    return [point.v for point in cache.pt] if cache else None


def chart(found):
    series = [
        {
            "categories": reference(getattr(one, "cat", None) or getattr(one, "xVal", None)),
            "values": reference(getattr(one, "val", None) or getattr(one, "yVal", None)),
            "cached": cached(getattr(one, "val", None) or getattr(one, "yVal", None)),
            "name": one.tx.strRef.f if one.tx and one.tx.strRef else None,
        }
        for one in found.series
    ]
    anchor = found.anchor._from
    return {
        "type": type(found).__name__,
        "direction": getattr(found, "barDir", None),
        "title": chart_text(found.title),
        "column": anchor.col,
        "row": anchor.row,
        "series": series,
    }


def sheet(found):
    cells = [
        [
            {
                "value": plain(cell.value),
                "type": cell.data_type,
                "format": cell.number_format,
                "bold": bool(cell.font.b),
                "fill": cell.fill.fgColor.rgb if cell.fill.fill_type else None,
                "align": cell.alignment.horizontal,
                "quoted": bool(cell.quotePrefix),
            }
            for cell in row
        ]
        for row in found.iter_rows()
    ]
    return {
        "cells": cells,
        "freeze": found.freeze_panes,
        "filter": found.auto_filter.ref,
        "merges": [str(one) for one in found.merged_cells.ranges],
        "widths": {key: round(one.width, 1) for key, one in found.column_dimensions.items()},
        "conditions": [str(one.sqref) for one in found.conditional_formatting],
        "charts": [chart(one) for one in found._charts],
        "tables": {one.name: one.ref for one in found.tables.values()},
        "comments": [cell.comment.text for row in found.iter_rows() for cell in row if cell.comment],
        "validations": [str(one.sqref) for one in found.data_validations.dataValidation],
    }


def make(path):
    book = openpyxl.Workbook()
    data = book.active
    data.title = "Data"
    data.append(["Day", "Name", "Amount", "Done"])
    for index in range(3):
        data.append([datetime.date(2025, 1, index + 1), "n%d" % index, index * 1.5, index % 2 == 0])
        data.cell(index + 2, 1).number_format = "dd.mm.yyyy"
    data.add_table(Table(displayName="Sales", ref="A1:D4"))
    data["B2"].comment = Comment("a note", "somebody")
    validation = DataValidation(type="list", formula1='"n0,n1,n2"')
    validation.add("B2:B4")
    data.add_data_validation(validation)
    chart = BarChart()
    chart.add_data(Reference(data, min_col=3, min_row=1, max_row=4), titles_from_data=True)
    data.add_chart(chart, "F2")
    chartsheet = book.create_chartsheet("Big chart", 0)
    other = BarChart()
    other.add_data(Reference(data, min_col=3, min_row=1, max_row=4), titles_from_data=True)
    chartsheet.add_chart(other)
    second = book.create_sheet("Other")
    second["B2"] = "untouched"
    second["C3"] = "=SUM(Data!C2:C4)"
    name = DefinedName("Amounts", attr_text="Data!$C$2:$C$4")
    if hasattr(book.defined_names, "append"):
        book.defined_names.append(name)
    else:
        book.defined_names.add(name)
    book.save(path)


if sys.argv[1] == "make":
    make(sys.argv[2])
else:
    values_only = sys.argv[1] == "values"
    found = []
    for path in sys.argv[2:]:
        book = openpyxl.load_workbook(path, data_only=values_only)
        found.append({one.title: sheet(one) for one in book.worksheets})
    print(json.dumps(found))
