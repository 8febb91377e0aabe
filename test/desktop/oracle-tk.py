"""A text field of Tk that writes down, as JSON lines, what reached it. Arguments: kind (text), title, geometry, managed."""
import json
import sys
import tkinter

_, kind, title, geometry, managed = sys.argv
root = tkinter.Tk()
root.title(title)
if geometry == "full":
    root.geometry(f"{root.winfo_screenwidth()}x{root.winfo_screenheight()}+0+0")
else:
    root.geometry(geometry)


def say(event, **facts):
    print(json.dumps({"event": event, **facts}), flush=True)


# A picture of it is always the same.
field = tkinter.Text(root, undo=False, insertofftime=0)
field.pack(fill="both", expand=True)
field.focus_set()
pending = False


def changed(_event=None):
    global pending
    if field.edit_modified() and not pending:
        pending = True
        root.after_idle(tell)


def tell():
    global pending
    pending = False
    field.edit_modified(False)
    say("text", field="text", text=field.get("1.0", "end-1c"))


MODIFIERS = ((0x1, "shift"), (0x4, "ctrl"), (0x8, "alt"), (0x40, "super"))


def modifiers(state):
    return [name for bit, name in MODIFIERS if state & bit]


def pointer(event, count=None):
    facts = {"x": event.x_root, "y": event.y_root, "button": event.num, "modifiers": modifiers(event.state)}
    if count is not None:
        facts["count"] = count
    return facts


field.bind("<<Modified>>", changed)
field.bind("<Key>", lambda event: say("key", key=event.keysym, character=event.char, modifiers=modifiers(event.state)))
for number, prefix in ((1, ""), (2, "Double-"), (3, "Triple-")):
    field.bind(f"<{prefix}Button>", lambda event, number=number: say("press", **pointer(event, number)))
field.bind("<ButtonRelease>", lambda event: say("release", **pointer(event)))
field.bind("<FocusIn>", lambda event: say("focus", focused=True))
field.bind("<FocusOut>", lambda event: say("focus", focused=False))


def ready():
    # A window manager has taken it in when it has the focus.
    if root.winfo_viewable() and (managed == "no" or root.focus_displayof()):
        say("ready", x=field.winfo_rootx(), y=field.winfo_rooty(), width=field.winfo_width(), height=field.winfo_height())
    else:
        root.after(20, ready)


root.update()
root.after(50, ready)
root.mainloop()
