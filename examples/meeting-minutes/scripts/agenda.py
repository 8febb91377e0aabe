"""Prints how long each item took: lines such as "09:15 Budget" in the file that is given."""

import re
import sys

items = []
with open(sys.argv[1], encoding="utf-8") as notes:
    for line in notes:
        found = re.match(r"\s*(\d{1,2}):(\d{2})\s+(.+)", line)
        if found:
            items.append((int(found[1]) * 60 + int(found[2]), found[3].strip()))
for (begin, name), (end, _) in zip(items, items[1:]):
    print(f"{end - begin:4} min  {name}")
