import { Brush, Download, Eraser, Redo2, Trash2, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Card } from '../view-kit/card.tsx'
import { IconButton } from '../view-kit/controls/controls.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { Paper, type Tool } from './paper.tsx'
import { BLANK, drawnOn, redone, undone, type Sheet } from './sheet.ts'

const COLORS = [
  ['#1e293b', 'Ink'],
  ['#dc2626', 'Red'],
  ['#f59e0b', 'Amber'],
  ['#16a34a', 'Green'],
  ['#2563eb', 'Blue'],
  ['#9333ea', 'Violet'],
  ['#ffffff', 'White'],
] as const
const WIDTHS = [2, 5, 12, 28] as const

export function DrawingCanvasView({
  id,
  title,
  width = 800,
  height = 500,
  background = '#ffffff',
}: ViewProps<'drawing_canvas'>) {
  const { value: sheet, change } = usePersisted<Sheet>('drawing_canvas', id, () => BLANK)
  const [tool, setTool] = useState<Tool>({ color: COLORS[0][0], width: 5, erases: false })
  const { announce } = useViewContext()
  const canvas = useRef<HTMLCanvasElement>(null)
  const tell: Tell = (edit, sentence) => {
    change(edit)
    announce(sentence)
  }
  return (
    <Card
      icon={<Brush aria-hidden className="size-4" />}
      title={title ?? 'Drawing'}
      subtitle={`${width} × ${height}`}
    >
      <div
        className="flex flex-col gap-2"
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
          event.preventDefault()
          if (event.shiftKey) tell(redone, 'Redone.')
          else tell(undone, 'Undone.')
        }}
      >
        <div
          role="toolbar"
          aria-label="Drawing tools"
          className="flex flex-wrap items-center gap-x-3 gap-y-1"
        >
          <Colors tool={tool} onTool={setTool} />
          <Widths tool={tool} onTool={setTool} />
          <SheetButtons
            {...{ tool, sheet, tell }}
            onTool={setTool}
            onSave={() => void savePicture(canvas.current, title ?? 'drawing')}
          />
        </div>
        <Paper
          {...{ canvas, width, height, background, tool }}
          strokes={sheet.strokes}
          onStroke={(stroke) => change((kept) => drawnOn(kept, stroke))}
        />
      </div>
    </Card>
  )
}

interface ToolProps {
  readonly tool: Tool
  readonly onTool: (tool: Tool) => void
}

/** Changes the sheet and says so. */
type Tell = (edit: (sheet: Sheet) => Sheet, sentence: string) => void

interface SheetButtonsProps extends ToolProps {
  readonly sheet: Sheet
  readonly tell: Tell
  readonly onSave: () => void
}

function SheetButtons({ tool, onTool, sheet, tell, onSave }: SheetButtonsProps) {
  const isEmpty = sheet.strokes.length === 0
  return (
    <div className="flex">
      <IconButton
        label="Eraser"
        aria-pressed={tool.erases}
        className={tool.erases ? 'bg-accent-soft text-accent' : ''}
        onClick={() => onTool({ ...tool, erases: !tool.erases })}
      >
        <Eraser aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Undo" disabled={isEmpty} onClick={() => tell(undone, 'Undone.')}>
        <Undo2 aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Redo" disabled={sheet.undone.length === 0} onClick={() => tell(redone, 'Redone.')}>
        <Redo2 aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label="Clear"
        disabled={isEmpty}
        onClick={() => tell((kept) => ({ strokes: [], undone: kept.strokes.toReversed() }), 'Cleared.')}
      >
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Save as picture" onClick={onSave}>
        <Download aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function Colors({ tool, onTool }: ToolProps) {
  return (
    <div role="group" aria-label="Colours" className="flex flex-wrap items-center gap-1">
      {COLORS.map(([color, name]) => (
        <button
          key={color}
          type="button"
          aria-label={name}
          title={name}
          aria-pressed={tool.color === color}
          className="size-7 rounded-full border border-line-strong aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-accent pointer-coarse:size-10"
          style={{ backgroundColor: color }}
          onClick={() => onTool({ ...tool, color, erases: false })}
        />
      ))}
      <input
        type="color"
        aria-label="Another colour"
        className="size-8 cursor-pointer rounded-lg bg-transparent p-0.5 pointer-coarse:size-10"
        value={tool.color}
        onChange={(event) => onTool({ ...tool, color: event.target.value, erases: false })}
      />
    </div>
  )
}

function Widths({ tool, onTool }: ToolProps) {
  return (
    <div role="group" aria-label="Widths" className="flex">
      {WIDTHS.map((width) => (
        <button
          key={width}
          type="button"
          aria-label={`${width} pixels wide`}
          aria-pressed={tool.width === width}
          className="grid size-8 place-items-center rounded-lg hover:bg-surface-2 aria-pressed:bg-accent-soft pointer-coarse:size-10"
          onClick={() => onTool({ ...tool, width })}
        >
          <span
            aria-hidden
            className="rounded-full bg-ink"
            style={{ width: 3 + width / 2, height: 3 + width / 2 }}
          />
        </button>
      ))}
    </div>
  )
}

async function savePicture(canvas: HTMLCanvasElement | null, name: string): Promise<void> {
  const picture = await new Promise<Blob | null>((resolve) =>
    canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null),
  )
  if (!picture) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = `${name.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim() || 'drawing'}.png`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
