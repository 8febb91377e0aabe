"""An application of GTK that writes down, as JSON lines, what reached it. Arguments: kind, title, geometry, managed."""
import json
import re
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

_, kind, title, geometry, managed = sys.argv


def say(event, **facts):
    print(json.dumps({"event": event, **facts}), flush=True)


MODIFIERS = (
    (Gdk.ModifierType.SHIFT_MASK, "shift"),
    (Gdk.ModifierType.CONTROL_MASK, "ctrl"),
    (Gdk.ModifierType.MOD1_MASK, "alt"),
    (Gdk.ModifierType.MOD4_MASK, "super"),
)
HELD = ((Gdk.ModifierType.BUTTON1_MASK, 1), (Gdk.ModifierType.BUTTON2_MASK, 2), (Gdk.ModifierType.BUTTON3_MASK, 3))
COUNTS = {Gdk.EventType.BUTTON_PRESS: 1, Gdk.EventType._2BUTTON_PRESS: 2, Gdk.EventType._3BUTTON_PRESS: 3}
WHEEL = {
    Gdk.ScrollDirection.UP: (0, -1),
    Gdk.ScrollDirection.DOWN: (0, 1),
    Gdk.ScrollDirection.LEFT: (-1, 0),
    Gdk.ScrollDirection.RIGHT: (1, 0),
}


def modifiers(state):
    return [name for bit, name in MODIFIERS if state & bit]


def pointer(event, button):
    return {"x": int(event.x_root), "y": int(event.y_root), "button": button, "modifiers": modifiers(event.state)}


def pressed(_widget, event):
    say("press", **pointer(event, event.button), count=COUNTS[event.type])


def released(_widget, event):
    say("release", **pointer(event, event.button))


def moved(_widget, event):
    say("motion", **pointer(event, next((number for bit, number in HELD if event.state & bit), 0)))


def scrolled(_widget, event):
    dx, dy = WHEEL[event.direction]
    say("scroll", x=int(event.x_root), y=int(event.y_root), dx=dx, dy=dy, modifiers=modifiers(event.state))


def key(_widget, event):
    code = Gdk.keyval_to_unicode(event.keyval)
    say(
        "key",
        key=Gdk.keyval_name(event.keyval) or str(event.keyval),
        character=chr(code) if code else "",
        modifiers=modifiers(event.state),
    )
    return False


def board():
    area = Gtk.DrawingArea()
    area.set_can_focus(True)
    area.add_events(
        Gdk.EventMask.BUTTON_PRESS_MASK
        | Gdk.EventMask.BUTTON_RELEASE_MASK
        | Gdk.EventMask.POINTER_MOTION_MASK
        | Gdk.EventMask.SCROLL_MASK
    )
    area.connect("button-press-event", pressed)
    area.connect("button-release-event", released)
    area.connect("motion-notify-event", moved)
    area.connect("scroll-event", scrolled)
    return area, area


def text():
    field = Gtk.TextView()
    field.get_buffer().connect(
        "changed", lambda held: say("text", field="text", text=held.get_text(*held.get_bounds(), True))
    )
    scrolling = Gtk.ScrolledWindow()
    scrolling.add(field)
    return scrolling, field


def form():
    grid = Gtk.Grid(row_spacing=12, column_spacing=12, margin=12)
    name, secret, button = Gtk.Entry(hexpand=True), Gtk.Entry(visibility=False, hexpand=True), Gtk.Button(label="Greet")
    secret.set_input_purpose(Gtk.InputPurpose.PASSWORD)
    for row, (label, entry) in enumerate((("Name", name), ("Password", secret))):
        words = Gtk.Label(label=label)
        words.set_mnemonic_widget(entry)
        entry.get_accessible().set_name(label)
        entry.connect("changed", lambda held, label=label: say("text", field=label, text=held.get_text()))
        grid.attach(words, 0, row, 1, 1)
        grid.attach(entry, 1, row, 1, 1)
    button.connect("clicked", lambda _button: say("activated", name="Greet"))
    grid.attach(button, 1, 2, 1, 1)
    return grid, name


# A picture of it is always the same.
Gtk.Settings.get_default().set_property("gtk-cursor-blink", False)
window = Gtk.Window(title=title)
child, first = {"board": board, "text": text, "form": form}[kind]()
window.add(child)
window.connect("destroy", Gtk.main_quit)
window.connect("key-press-event", key)
window.connect("focus-in-event", lambda *_: say("focus", focused=True))
window.connect("focus-out-event", lambda *_: say("focus", focused=False))
if geometry == "full":
    window.fullscreen()
    screen = window.get_screen()
    window.set_default_size(screen.get_width(), screen.get_height())
else:
    width, height, x, y = map(int, re.match(r"(\d+)x(\d+)\+(\d+)\+(\d+)", geometry).groups())
    window.set_default_size(width, height)
    window.move(x, y)
window.show_all()
first.grab_focus()


looks = 0


def ready():
    global looks
    looks += 1
    # A window manager has taken it in when it has the focus; full screen comes a moment after the window does.
    active = managed != "yes" or window.is_active()
    _, x, y = window.get_window().get_origin()
    shown = child.get_allocation()
    full = geometry != "full" or (x, y, shown.width, shown.height) == (0, 0, screen.get_width(), screen.get_height())
    if active and full and window.get_window().is_viewable():
        say("ready", x=x + shown.x, y=y + shown.y, width=shown.width, height=shown.height)
        return False
    # A window manager that is behind may take what it hears of an earlier window, which had the same number, for this one's:
    # xfwm4 then only maximizes it. Asking once more changes nothing where it was heard.
    if looks % 20 == 0 and managed == "yes":
        if not full:
            window.fullscreen()
        if not active:
            window.present()
    return True


GLib.timeout_add(30, ready)
Gtk.main()
