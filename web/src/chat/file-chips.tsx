import { X } from 'lucide-react'
import { IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import type { Attachment, Attachments } from './attachments.ts'

const STATES: Readonly<Record<Attachment['state'], string>> = {
  sending: 'sending …',
  reading: 'reading …',
  ready: '',
  failed: 'failed',
}

/** The files that go with the next message; of a picture one sees which it is. */
export function FileChips({ attachments: { list, remove } }: { attachments: Attachments }) {
  if (list.length === 0) return null
  return (
    <ul aria-label="Attached files" className="flex flex-wrap gap-2 px-1 pb-1">
      {list.map(({ key, name, state, problem, preview }) => (
        <li
          key={key}
          title={problem}
          className={`flex max-w-60 items-center gap-1.5 rounded-lg text-sm ${preview === undefined ? 'ps-2.5' : 'ps-1'} ${state === 'failed' ? 'bg-bad-soft text-bad' : 'bg-surface-2 text-ink-2'}`}
        >
          {preview !== undefined && (
            <img src={preview} alt="" className="my-1 size-8 shrink-0 rounded-md object-cover" />
          )}
          <span className="clip">{name}</span>
          <span className="shrink-0 text-xs">{STATES[state]}</span>
          <IconButton label={`Remove ${name}`} onClick={() => remove(key)}>
            <X aria-hidden className="size-3.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
