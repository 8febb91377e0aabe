"""Writes the workbook of the benchmark by openpyxl or XlsxWriter, each in its way for large files."""
import datetime
import sys

COLUMNS = ["id", "name", "region", "day", "quantity", "price", "total", "share", "paid", "note"]
REGIONS = ["North", "South", "East", "West", "Central"]
FIRST = datetime.date(2020, 1, 1)


def rows(count):
    for index in range(count):
        yield (
            index + 1,
            "Customer %d" % index,
            REGIONS[index % 5],
            FIRST + datetime.timedelta(days=index % 1500),
            index * 37 % 1000,
            (index * 7919 % 100000) / 100,
            (index * 104729 % 1000000) / 100,
            (index % 100) / 100,
            index % 3 == 0,
            "note %d <&>" % index,
        )


def by_xlsxwriter(path, count):
    import xlsxwriter

    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = book.add_worksheet("Data")
    header = book.add_format({"bold": True, "bg_color": "#1F4E78", "font_color": "white"})
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    whole = book.add_format({"num_format": "#,##0"})
    money = book.add_format({"num_format": "#,##0.00"})
    share = book.add_format({"num_format": "0%"})
    for column, name in enumerate(COLUMNS):
        sheet.write_string(0, column, name, header)
    for number, row in enumerate(rows(count), 1):
        # The typed methods are faster than write(), which has to find out the type.
        sheet.write_number(number, 0, row[0])
        sheet.write_string(number, 1, row[1])
        sheet.write_string(number, 2, row[2])
        sheet.write_datetime(number, 3, row[3], day)
        sheet.write_number(number, 4, row[4], whole)
        sheet.write_number(number, 5, row[5], money)
        sheet.write_number(number, 6, row[6], money)
        sheet.write_number(number, 7, row[7], share)
        sheet.write_boolean(number, 8, row[8])
        sheet.write_string(number, 9, row[9])
    chart = book.add_chart({"type": "line"})
    chart.add_series({"categories": ["Data", 1, 0, count, 0], "values": ["Data", 1, 6, count, 6]})
    sheet.insert_chart("L2", chart)
    sheet.autofilter(0, 0, count, len(COLUMNS) - 1)
    sheet.freeze_panes(1, 0)
    book.close()


def by_openpyxl(path, count):
    from openpyxl import Workbook
    from openpyxl.chart import LineChart, Reference

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Data")
    sheet.freeze_panes = "A2"
    sheet.append(COLUMNS)
    # Number formats would need an object for every cell, which makes openpyxl half as slow again: left out.
    for row in rows(count):
        sheet.append(row)
    chart = LineChart()
    chart.add_data(Reference(sheet, min_col=7, min_row=2, max_row=count + 1))
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=count + 1))
    sheet.add_chart(chart, "L2")
    book.save(path)


{"openpyxl": by_openpyxl, "xlsxwriter": by_xlsxwriter}[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
