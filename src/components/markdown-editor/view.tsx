import {
  Bold,
  Code,
  Download,
  Heading2,
  Italic,
  Link,
  List,
  ListOrdered,
  Pencil,
  Quote,
  type LucideIcon,
} from 'lucide-react'
import { useDeferredValue, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { countOf } from '../../contract/text/counts.ts'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Card, CopyButton } from '../view-kit/card.tsx'
import { Button, IconButton } from '../view-kit/controls/controls.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { Markdown } from '../view-kit/text/markdown.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { marking, wordsIn, type Mark } from './edit.ts'

const MAX_LETTERS = 200_000

const TOOLS: readonly (readonly [Mark, string, LucideIcon])[] = [
  ['bold', 'Bold', Bold],
  ['italic', 'Italic', Italic],
  ['code', 'Code', Code],
  ['link', 'Link', Link],
  ['heading', 'Heading', Heading2],
  ['list', 'List', List],
  ['numbers', 'Numbered list', ListOrdered],
  ['quote', 'Quote', Quote],
]

export function MarkdownEditorView({
  id,
  title,
  text = '',
  placeholder,
  preview = true,
  action,
  action_label,
}: ViewProps<'markdown_editor'>) {
  const { value: draft, change } = usePersisted('markdown_editor', id, () => ({ text }))
  const [previewed, setPreviewed] = useState(preview)
  const field = useRef<HTMLTextAreaElement>(null)
  const words = wordsIn(draft.text)
  return (
    <Card
      icon={<Pencil aria-hidden className="size-4" />}
      title={title ?? 'Draft'}
      subtitle={countOf(words, 'word')}
      menu={[
        {
          label: previewed ? 'Hide the preview' : 'Show the preview',
          onSelect: () => setPreviewed(!previewed),
        },
        {
          label: 'Save as a file',
          icon: <Download aria-hidden className="size-4" />,
          onSelect: () => saveText(draft.text, title ?? 'draft'),
        },
        { label: 'Restore the first draft', onSelect: () => change(() => ({ text })) },
      ]}
    >
      <Toolbar field={field} text={draft.text} />
      <div className={previewed ? 'grid grid-cols-1 gap-3 @2xl:grid-cols-2' : ''}>
        <textarea
          ref={field}
          aria-label={title ?? 'Draft'}
          dir="auto"
          className="field-sizing-content max-h-[60vh] min-h-40 w-full resize-y rounded-lg border border-line-strong bg-surface-0 px-3 py-2 font-mono text-sm text-ink placeholder:text-ink-3"
          placeholder={placeholder ?? 'Write here'}
          value={draft.text}
          maxLength={MAX_LETTERS}
          onChange={(event) => change(() => ({ text: event.target.value }))}
          onKeyDown={withShortcuts}
        />
        {previewed && <Preview text={draft.text} />}
      </div>
      {action && <DoneButton action={action} label={action_label} text={draft.text} />}
    </Card>
  )
}

interface DoneButtonProps {
  readonly action: NonNullable<ViewProps<'markdown_editor'>['action']>
  readonly label: string | undefined
  readonly text: string
}

function DoneButton({ action, label, text }: DoneButtonProps) {
  const { run, busy, outcome } = useAction()
  return (
    <div className="mt-3 flex flex-col items-start gap-1">
      <Button look="primary" busy={busy} disabled={text.trim() === ''} onClick={() => void run(action, text)}>
        {label ?? 'Done'}
      </Button>
      <ActionOutcomeNote outcome={outcome} />
    </div>
  )
}

function Toolbar({ field, text }: { field: RefObject<HTMLTextAreaElement | null>; text: string }) {
  return (
    <div role="toolbar" aria-label="Formatting" className="mb-2 flex flex-wrap">
      {TOOLS.map(([mark, label, Icon]) => (
        <IconButton
          key={mark}
          label={label}
          onClick={() => {
            if (field.current) apply(field.current, mark)
          }}
        >
          <Icon aria-hidden className="size-4" />
        </IconButton>
      ))}
      <CopyButton text={text} label="Copy the text" />
    </div>
  )
}

/** A long text is drawn when there is time, so that typing is never slow. */
function Preview({ text }: { text: string }) {
  const shown = useDeferredValue(text)
  return (
    <div
      role="group"
      aria-label="Preview"
      tabIndex={0}
      className="max-h-[60vh] min-h-20 overflow-y-auto rounded-lg bg-surface-2 px-3 py-2"
    >
      {shown.trim() === '' ? (
        <p className="text-sm text-ink-3">Nothing to show yet.</p>
      ) : (
        <Markdown text={shown} />
      )}
    </div>
  )
}

const SHORTCUTS: Readonly<Record<string, Mark>> = { b: 'bold', i: 'italic', e: 'code' }

function withShortcuts(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const mark = SHORTCUTS[event.key.toLowerCase()]
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || !mark) return
  event.preventDefault()
  apply(event.currentTarget, mark)
}

function apply(field: HTMLTextAreaElement, mark: Mark): void {
  const { from, to, put, start, end } = marking(
    { text: field.value, start: field.selectionStart, end: field.selectionEnd },
    mark,
  )
  field.focus()
  field.setSelectionRange(from, to)
  // The only way that keeps the browser's own undo.
  if (put === '') document.execCommand('delete')
  else document.execCommand('insertText', false, put)
  field.setSelectionRange(start, end)
}

function saveText(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
  link.download = `${name.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim() || 'draft'}.md`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
