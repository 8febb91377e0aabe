"""A small editor: what stands in it goes into the file of its first argument when ctrl+s is pressed."""
import sys
import tkinter

root = tkinter.Tk()
root.title("Scribble")
root.geometry("600x400+100+80")
field = tkinter.Text(root)
field.pack(fill="both", expand=True)
field.focus_set()


def save(_event):
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(field.get("1.0", "end-1c"))


root.bind("<Control-s>", save)
root.mainloop()
