"""The clipboard as another application has it. Arguments: own text|image <what>, or read."""
import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GdkPixbuf, Gtk  # noqa: E402

clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
if sys.argv[1] == "read":
    _, targets = clipboard.wait_for_targets()
    image = clipboard.wait_for_image()
    held = {
        "targets": sorted(target.name() for target in targets or []),
        "text": clipboard.wait_for_text(),
        "image": image and [image.get_width(), image.get_height()],
    }
    print(json.dumps(held), flush=True)
else:
    if sys.argv[2] == "text":
        text, times = sys.argv[3].rsplit("*", 1)
        clipboard.set_text(text * int(times), -1)
    else:
        width, height = map(int, sys.argv[3].split("x"))
        image = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, width, height)
        image.fill(0x336699FF)
        clipboard.set_image(image)
    print("owned", flush=True)
    Gtk.main()
