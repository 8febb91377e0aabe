"""A window that is slow or restless. Argument: save (a dialog that closes when the file is written, which takes its time),
spinner (something small that always moves), film (something large that always does)."""
import sys
import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk

kind = sys.argv[1]


def say(text):
    print(text, flush=True)


window = Gtk.Window(title=kind)
window.set_default_size(600, 400)
window.connect("destroy", Gtk.main_quit)
area = Gtk.DrawingArea()
window.add(area)
step = 0


def draw(_area, context):
    side = 24 if kind == "spinner" else 2000
    # No two frames after each other are alike, nor soon again.
    level = (step * 7 % 256) / 256
    context.set_source_rgb(level, level, 1)
    context.rectangle(40, 40, side, side)
    context.fill()


def tick():
    global step
    step += 1
    area.queue_draw()
    return True


def key(_window, event):
    if kind == "save" and event.keyval == Gdk.KEY_Return:
        dialog.hide()
    return False


area.connect("draw", draw)
window.show_all()
if kind == "save":
    dialog = Gtk.Dialog(title="Save", transient_for=window)
    button = dialog.add_button("Save", Gtk.ResponseType.OK)

    def write(_dialog, _response):
        # The program hears nothing and draws nothing meanwhile.
        time.sleep(1)
        dialog.hide()
        say("saved")

    dialog.connect("response", write)
    dialog.show_all()
    button.grab_focus()
else:
    GLib.timeout_add(50, tick)


def ready():
    front = dialog if kind == "save" else window
    if front.is_active():
        say("ready")
        return False
    return True


GLib.timeout_add(30, ready)
Gtk.main()
