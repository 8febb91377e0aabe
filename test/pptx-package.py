"""Checks a presentation without any of our code: prints JSON with what it holds and every rule that it breaks."""

import hashlib
import json
import posixpath
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from urllib.parse import unquote

PACKAGE = "{http://schemas.openxmlformats.org/package/2006/relationships}"
TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"


def local(element):
    return element.tag.rsplit("}", 1)[-1]


def named(root, name):
    return [each for each in root.iter() if local(each) == name]


def attribute(element, name):
    """An attribute without a namespace."""
    return element.get(name)


def relationship_id(element):
    return next((v for k, v in element.attrib.items() if k.startswith("{") and "elationships}" in k and k.endswith("}id")), None)


def check(path):
    problems = []
    archive = zipfile.ZipFile(path)
    names = archive.namelist()
    if archive.testzip() is not None:
        problems.append(f"checksum of {archive.testzip()} is wrong")
    if len(names) != len({name.lower() for name in names}):
        problems.append("an entry is there twice")
    roots = {}
    for name in names:
        if re.search(r"\.(xml|rels|vml)$", name) and not name.endswith("/"):
            try:
                roots[name] = ElementTree.fromstring(archive.read(name))
            except ElementTree.ParseError as error:
                problems.append(f"{name}: {error}")
    problems += check_content_types(names, roots["[Content_Types].xml"])
    targets = {}
    for name in [each for each in names if each.endswith(".rels")]:
        problems += check_relationships(name, roots[name], names, targets)
    problems += check_references(names, roots, targets)
    presentation = next(t for t in targets[""].values() if t.endswith("presentation.xml"))
    order = [targets[presentation].get(relationship_id(each)) for each in named(roots[presentation], "sldIdLst")[0] if local(each) == "sldId"] if named(roots[presentation], "sldIdLst") else []
    problems += check_presentation(roots, presentation, targets, order)
    problems += check_unreachable(names, targets)
    slides = [describe_slide(roots[part], part, targets) for part in order]
    hashes = {name: hashlib.sha256(archive.read(name)).hexdigest() for name in names}
    return {"problems": problems, "slides": slides, "hashes": hashes, "order": order}


def check_content_types(names, root):
    problems = []
    defaults = {each.get("Extension").lower() for each in root.findall(f"{TYPES}Default")}
    overrides = [each.get("PartName").lstrip("/") for each in root.findall(f"{TYPES}Override")]
    if len(defaults) != len(root.findall(f"{TYPES}Default")):
        problems.append("two defaults for one extension")
    if len(overrides) != len(set(overrides)):
        problems.append("two overrides for one part")
    problems += [f"override for missing part {part}" for part in overrides if part not in names]
    for name in names:
        if name == "[Content_Types].xml" or name.endswith("/"):
            continue
        extension = name.rsplit(".", 1)[-1].lower()
        if name not in overrides and extension not in defaults:
            problems.append(f"{name} has no content type")
        elif name not in overrides and extension == "xml" and name.startswith("ppt/"):
            problems.append(f"{name} is of no particular type")
    return problems


def check_relationships(name, root, names, targets):
    problems = []
    folder, file = posixpath.split(name)
    base = posixpath.dirname(folder)
    part = posixpath.join(base, file[: -len(".rels")])
    if part and part not in names:
        problems.append(f"{name} belongs to no part")
    found = {}
    for each in root.findall(f"{PACKAGE}Relationship"):
        if each.get("Id") in found:
            problems.append(f"{name} has {each.get('Id')} twice")
        target = each.get("Target")
        if each.get("TargetMode") == "External":
            found[each.get("Id")] = "external"
            continue
        resolved = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(base, target))
        if resolved not in names and unquote(resolved) in names:
            resolved = unquote(resolved)
        if resolved not in names:
            problems.append(f"{name}: {target} is missing")
        found[each.get("Id")] = resolved
    targets[part] = found
    return problems


def check_references(names, roots, targets):
    """Every r:id, r:embed and r:link has its relationship; shape ids on a slide are unique."""
    problems = []
    for name, root in roots.items():
        if name.endswith(".rels") or not name.startswith("ppt/"):
            continue
        known = targets.get(name, {})
        for element in root.iter():
            for key, value in element.attrib.items():
                if re.search(r"officeDocument(/2006)?/relationships\}", key) and value and value not in known:
                    problems.append(f"{name}: {local(element)} refers to {value}, which is not there")
        if re.match(r"ppt/slides/slide\d+\.xml$", name):
            fallback = {id(each) for part in named(root, "Fallback") for each in part.iter()}
            ids = [each.get("id") for each in named(root, "cNvPr") if id(each) not in fallback]
            if len(ids) != len(set(ids)):
                problems.append(f"{name} has a shape id twice")
    return problems


def check_presentation(roots, presentation, targets, order):
    problems = []
    root = roots[presentation]
    slide_list = named(root, "sldIdLst")
    ids = [int(attribute(each, "id")) for each in (slide_list[0] if slide_list else [])]
    if len(ids) != len(set(ids)) or any(not 256 <= each < 2147483648 for each in ids):
        problems.append("ids of slides are not unique or out of range")
    if len(order) != len(set(order)):
        problems.append("a slide is in the show twice")
    masters = named(root, "sldMasterId")
    high = [int(attribute(each, "id")) for each in masters]
    for each in masters:
        high += [int(attribute(layout, "id")) for layout in named(roots[targets[presentation][relationship_id(each)]], "sldLayoutId")]
    if len(high) != len(set(high)) or any(each < 2147483648 for each in high):
        problems.append("ids of masters and layouts are not unique or out of range")
    sections = named(root, "sectionLst")
    if sections:
        listed = [int(attribute(each, "id")) for each in named(sections[0], "sldId")]
        if listed != ids:
            problems.append(f"sections list {listed}, the show {ids}")
    expected = ["sldMasterIdLst", "notesMasterIdLst", "handoutMasterIdLst", "sldIdLst", "sldSz", "notesSz"]
    present = [local(each) for each in root if local(each) in expected]
    if present != [each for each in expected if each in present]:
        problems.append(f"order of {present} is wrong")
    for part in order:
        notes = [t for t in targets.get(part, {}).values() if "/notesSlides/" in t]
        for each in notes:
            if part not in targets[each].values():
                problems.append(f"{each} does not point back to {part}")
        layouts = [t for t in targets.get(part, {}).values() if "/slideLayouts/" in t]
        for layout in layouts:
            master = next((t for t in targets[layout].values() if "/slideMasters/" in t), None)
            if master is None or layout not in targets[master].values():
                problems.append(f"{layout} is not a layout of its master")
            if master not in targets[presentation].values():
                problems.append(f"{master} is not entered in the presentation")
    return problems


def check_unreachable(names, targets):
    seen, todo = set(), [""]
    while todo:
        part = todo.pop()
        for target in targets.get(part, {}).values():
            if target not in seen:
                seen.add(target)
                todo.append(target)
    lost = [n for n in names if n.startswith("ppt/") and not n.endswith((".rels", "/")) and n not in seen]
    return [f"{name} is reached from nowhere" for name in lost]


def describe_slide(root, part, targets):
    pictures, tables = [], []
    for each in named(root, "pic"):
        extent, offset = next(e for e in each.iter() if local(e) == "ext" and e.get("cx")), named(each, "off")[0]
        embed = next(v for k, v in named(each, "blip")[0].attrib.items() if k.endswith("}embed"))
        pictures.append({"x": int(offset.get("x")), "y": int(offset.get("y")), "cx": int(extent.get("cx")), "cy": int(extent.get("cy")), "media": targets[part][embed]})
    for each in named(root, "tbl"):
        rows = [["\n".join("".join(t.text or "" for t in named(p, "t")) for p in named(cell, "p")) for cell in row if local(cell) == "tc"] for row in named(each, "tr")]
        right = [[any(p.get("algn") == "r" for p in named(cell, "pPr")) for cell in row if local(cell) == "tc"] for row in named(each, "tr")]
        style = named(each, "tableStyleId")
        widths = [int(column.get("w")) for column in named(each, "gridCol")]
        heights = [int(row.get("h")) for row in named(each, "tr")]
        tables.append({"rows": rows, "right": right, "style": style[0].text if style else None, "widths": widths, "heights": heights})
    text = ["".join(t.text or "" for t in named(p, "t")) for p in named(root, "p") if named(p, "t")]
    return {"part": part, "pictures": pictures, "tables": tables, "text": text}


if __name__ == "__main__":
    print(json.dumps(check(sys.argv[1])))
