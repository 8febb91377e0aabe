import { ArrowRight, FilePlus, FilePen, FolderPlus, FolderInput, Copy, Trash2 } from 'lucide-react'
import { countLines, type PreviewedChange } from '../../contract/preview.ts'

const KINDS = {
  create: { label: 'New file', Icon: FilePlus },
  new_folder: { label: 'New folder', Icon: FolderPlus },
  change: { label: 'Change', Icon: FilePen },
  move: { label: 'Move', Icon: FolderInput },
  copy: { label: 'Copy', Icon: Copy },
  delete: { label: 'Delete', Icon: Trash2 },
} as const

/** What a call would change, as it was when it was asked. */
export function Changes({ changes }: { changes: readonly PreviewedChange[] }) {
  return (
    <ul className="flex flex-col gap-2" aria-label="What would change">
      {changes.map((change, index) => (
        <li key={index} className="min-w-0 overflow-hidden rounded-lg border border-line">
          <ChangeHead {...change} />
          {change.diff !== undefined && <DiffLines diff={change.diff} />}
        </li>
      ))}
    </ul>
  )
}

function ChangeHead({ kind, path, to, diff, note }: PreviewedChange) {
  const { label, Icon } = KINDS[kind]
  const counts = diff === undefined ? undefined : countLines(diff)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2 text-xs">
      <Icon aria-hidden className={`size-4 shrink-0 ${kind === 'delete' ? 'text-bad' : 'text-ink-3'}`} />
      <span className="sr-only">{label}</span>
      <code className="wrap-anywhere" dir="ltr">
        {path}
      </code>
      {to !== undefined && (
        <>
          <ArrowRight role="img" aria-label="to" className="size-3.5 shrink-0 text-ink-3" />
          <code className="wrap-anywhere" dir="ltr">
            {to}
          </code>
        </>
      )}
      {counts && (
        <span className="whitespace-nowrap">
          <span className="text-good">+{counts.added}</span>{' '}
          <span className="text-bad">−{counts.removed}</span>
        </span>
      )}
      {note !== undefined && <span className="text-ink-3">{note}</span>}
    </div>
  )
}

const LOOKS: Readonly<Record<string, string>> = {
  '+': 'bg-good-soft text-good',
  '-': 'bg-bad-soft text-bad',
  '@': 'text-ink-3',
  '\\': 'text-ink-3',
  '…': 'text-ink-3',
}

function DiffLines({ diff }: { diff: string }) {
  return (
    <pre
      tabIndex={0}
      aria-label="Diff"
      dir="ltr"
      className="fading max-h-72 overflow-auto border-t border-line py-1 font-mono text-xs leading-5"
    >
      <code className="block w-max min-w-full">
        {diff.split('\n').map((line, index) => (
          <span key={index} className={`block px-3 ${LOOKS[line[0] ?? ''] ?? ''}`}>
            {line === '' ? ' ' : line}
          </span>
        ))}
      </code>
    </pre>
  )
}
