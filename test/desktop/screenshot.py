"""Writes what another program sees of the screen: red, green and blue of every pixel."""
import sys

import gi

gi.require_version("Gdk", "3.0")
from gi.repository import Gdk  # noqa: E402

root = Gdk.get_default_root_window()
picture = Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height())
pixels, stride, width = picture.get_pixels(), picture.get_rowstride(), picture.get_width()
for row in range(picture.get_height()):
    sys.stdout.buffer.write(pixels[row * stride : row * stride + width * 3])
