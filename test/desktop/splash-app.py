"""Shows a splash screen for a second, then its window. Argument: whether the splash is declared, bare or plain."""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk

kind = sys.argv[1]
splash = Gtk.Window(title="splash")
splash.set_default_size(300, 200)
splash.add(Gtk.Label(label="Loading"))
if kind == "declared":
    splash.set_type_hint(Gdk.WindowTypeHint.SPLASHSCREEN)
if kind == "bare":
    splash.set_decorated(False)
    splash.set_skip_taskbar_hint(True)
splash.show_all()


def start():
    main = Gtk.Window(title=f"main of {kind}")
    main.set_default_size(600, 400)
    main.connect("destroy", Gtk.main_quit)
    main.show_all()
    splash.destroy()
    return False


# One that says nothing of itself is known only by going at once.
GLib.timeout_add(100 if kind == "plain" else 1000, start)
Gtk.main()
