"""Targets on a full screen, in stages; a swatch in the corner tells the stage. What really reached it goes to stdout as
JSON lines. Arguments: seed, number of targets, size of a target."""
import json
import random
import sys
import tkinter

_, seed, count, size = sys.argv
count, size = int(count), int(size)
chance = random.Random(int(seed))
root = tkinter.Tk()
root.title("targets")
root.attributes("-fullscreen", True)
width, height = root.winfo_screenwidth(), root.winfo_screenheight()
root.geometry(f"{width}x{height}+0+0")
canvas = tkinter.Canvas(root, bg="#ffffff", highlightthickness=0)
canvas.pack(fill="both", expand=True)

SWATCH = {
    "click": "#ff0000",
    "double": "#00c000",
    "type": "#0000ff",
    "filled": "#0080ff",
    "scroll": "#ff8000",
    "drag": "#00c0c0",
    "chord": "#c000c0",
    "done": "#000000",
}
TARGET = "#ff00ff"
state = {"stage": "", "hits": 0, "target": None}
entry = tkinter.Entry(root, font=("DejaVu Sans", 20), bg=TARGET, fg="#000000", relief="flat", highlightthickness=0)
holder = {}


def say(event, **facts):
    print(json.dumps({"event": event, **facts}), flush=True)


def swatch(stage):
    canvas.delete("swatch")
    canvas.create_rectangle(0, 0, 60, 60, fill=SWATCH[stage], outline="", tags="swatch")


def place():
    canvas.delete("target")
    # The sign of a running task is at the top, and clicks go through it; the swatch keeps its corner.
    x, y = chance.randint(100, width - 200), chance.randint(100, height - 200)
    state["target"] = (x, y)
    canvas.create_rectangle(x, y, x + size, y + size, fill=TARGET, outline="", tags="target")


def enter(stage):
    state.update(stage=stage, hits=0)
    say("stage", stage=stage)
    canvas.delete("target")
    canvas.delete("zone")
    swatch(stage)
    STAGES.get(stage, lambda: None)()


def enter_type():
    entry.place(x=width // 3, y=height // 2, width=width // 3, height=60)


def watch_entry():
    if state["stage"] == "type" and entry.get() != "":
        state["stage"] = "filled"
        swatch("filled")
    root.after(30, watch_entry)


def enter_scroll():
    entry.place_forget()
    inner = tkinter.Canvas(root, bg="#c8c8c8", highlightthickness=0, scrollregion=(0, 0, 600, 4000), yscrollincrement=40)
    holder["list"] = inner
    inner.place(x=width // 2 - 300, y=200, width=600, height=300)
    # Rows that look different, so that scrolling can be seen.
    for row in range(100):
        inner.create_rectangle(0, row * 40 + 6, chance.randint(20, 220), row * 40 + 34, fill="#707070", outline="")
    y = chance.randint(1500, 3500)
    inner.create_rectangle(250, y, 310, y + 40, fill=TARGET, outline="", tags="row")
    inner.tag_bind("row", "<Button-1>", lambda event: (say("hit", stage="scroll"), enter("drag")))
    for button, way in ((4, -1), (5, 1)):
        inner.bind(f"<Button-{button}>", lambda event, way=way: (inner.yview_scroll(way, "units"), say("wheel", way=way)))


def enter_drag():
    holder["list"].place_forget()
    box = canvas.create_rectangle(300, 300, 360, 360, fill=TARGET, outline="", tags="target")
    canvas.create_rectangle(width - 400, height - 300, width - 300, height - 200, fill="#ffff00", outline="", tags="zone")
    canvas.tag_raise("target")
    canvas.bind("<B1-Motion>", lambda event: canvas.coords(box, event.x - 30, event.y - 30, event.x + 30, event.y + 30))

    def drop(event):
        x0, y0, x1, y1 = canvas.coords(box)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        inside = width - 400 <= x <= width - 300 and height - 300 <= y <= height - 200
        if not inside:
            return
        say("drop", x=x, y=y)
        canvas.unbind("<B1-Motion>")
        canvas.unbind("<ButtonRelease-1>")
        enter("chord")

    canvas.bind("<ButtonRelease-1>", drop)


def enter_chord():
    canvas.focus_set()
    canvas.bind("<Control-Shift-K>", lambda event: (say("hit", stage="chord"), enter("done")))


STAGES = {
    "click": place,
    "double": place,
    "type": enter_type,
    "scroll": enter_scroll,
    "drag": enter_drag,
    "chord": enter_chord,
    "done": lambda: say("done"),
}


def inside(event):
    x, y = state["target"]
    return x <= event.x < x + size and y <= event.y < y + size


def press(event):
    if state["stage"] != "click":
        return
    x, y = state["target"]
    middle = (size - 1) / 2
    say("hit" if inside(event) else "miss", stage="click", dx=event.x - x - middle, dy=event.y - y - middle)
    state["hits"] += 1
    if state["hits"] >= count:
        enter("double")
    else:
        place()


def double(event):
    if state["stage"] != "double":
        return
    say("hit" if inside(event) else "miss", stage="double")
    enter("type")


def sent(event):
    say("text", text=entry.get())
    enter("scroll")


canvas.bind("<Button-1>", press)
canvas.bind("<Double-Button-1>", double)
entry.bind("<Return>", sent)


def ready():
    if root.winfo_viewable() and canvas.winfo_width() >= width:
        enter("click")
        watch_entry()
        say("ready", width=width, height=height)
    else:
        root.after(20, ready)


root.update()
root.after(50, ready)
root.mainloop()
