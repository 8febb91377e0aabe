"""Prints what python-docx finds in a Word document, as JSON. It shares no code with what wrote it."""
import json
import sys

import docx

document = docx.Document(sys.argv[1])
section = document.sections[0]
print(
    json.dumps(
        {
            "title": document.core_properties.title,
            "author": document.core_properties.author,
            "paragraphs": [[paragraph.style.name, paragraph.text] for paragraph in document.paragraphs],
            "tables": [[[cell.text for cell in row.cells] for row in table.rows] for table in document.tables],
            "pictures": [[shape.width, shape.height] for shape in document.inline_shapes],
            "bold": [run.text for paragraph in document.paragraphs for run in paragraph.runs if run.bold],
            "header": "\n".join(paragraph.text for paragraph in section.header.paragraphs),
            "footer": "\n".join(paragraph.text for paragraph in section.footer.paragraphs),
        }
    )
)
