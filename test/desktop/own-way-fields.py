"""Three fields of GTK with a will of their own: one writes everything large, one stays as it is, one is for passwords."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk


def say(text):
    print(text, flush=True)


def enlarge(entry):
    if entry.get_text() != entry.get_text().upper():
        entry.set_text(entry.get_text().upper())
        GLib.idle_add(entry.set_position, -1)


def stay(entry):
    if entry.get_text() != "fixed":
        GLib.idle_add(entry.set_text, "fixed")


window = Gtk.Window(title="fields")
window.set_default_size(400, 200)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
loud, fixed, secret = Gtk.Entry(), Gtk.Entry(text="fixed"), Gtk.Entry(visibility=False)
secret.set_input_purpose(Gtk.InputPurpose.PASSWORD)
loud.connect("changed", enlarge)
fixed.connect("changed", stay)
for name, entry in (("loud", loud), ("fixed", fixed), ("secret", secret)):
    entry.connect("activate", lambda held: say(f"return {held.get_text()}"))
    entry.connect("focus-in-event", lambda _held, _event, name=name: say(f"focus {name}"))
    box.add(entry)
window.add(box)
window.connect("destroy", Gtk.main_quit)
window.show_all()
loud.grab_focus()


def ready():
    if window.is_active():
        say("ready")
        return False
    return True


GLib.timeout_add(30, ready)
Gtk.main()
