"""A large area in a GTK window that writes down, as JSON lines, how far it was scrolled; first when it has the focus."""
import json

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


def moved(*_):
    place = {"x": scrolling.get_hadjustment().get_value(), "y": scrolling.get_vadjustment().get_value()}
    print(json.dumps(place), flush=True)


def ready():
    shown = scrolling.get_allocation()
    if not window.is_active() or shown.width < 1000:
        return True
    moved()
    return False


window = Gtk.Window(title="scrolling")
scrolling = Gtk.ScrolledWindow(kinetic_scrolling=False)
area = Gtk.DrawingArea()
area.set_size_request(9000, 9000)
scrolling.add(area)
window.add(scrolling)
window.fullscreen()
scrolling.get_hadjustment().connect("value-changed", moved)
scrolling.get_vadjustment().connect("value-changed", moved)
window.show_all()
GLib.timeout_add(30, ready)
Gtk.main()
