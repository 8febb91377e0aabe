import { Paperclip, Pencil } from 'lucide-react'
import { memo } from 'react'
import { CopyButton } from '../../../src/components/view-kit/card.tsx'
import { IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { isPicture, Thumbnail } from '../../../src/components/view-kit/thumbnail.tsx'
import type { Said } from './conversation.ts'

interface UserMessageProps {
  readonly message: Said
  readonly onEdit: (message: Said) => void
}

export const UserMessage = memo(function UserMessage({ message, onEdit }: UserMessageProps) {
  const { text, files } = message
  return (
    <div className="group flex flex-col items-end gap-1">
      <h2 className="sr-only">You said</h2>
      <div className="flex max-w-full items-center justify-end gap-1">
        <div className="flex shrink-0 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <CopyButton text={text} label="Copy the message" />
          <IconButton label="Edit and send again" onClick={() => onEdit(message)}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
        </div>
        <p
          dir="auto"
          className="min-w-0 rounded-2xl rounded-ee-md bg-accent-soft px-4 py-2.5 wrap-anywhere whitespace-pre-wrap text-ink"
        >
          {text}
        </p>
      </div>
      {files.length > 0 && (
        <ul className="flex flex-wrap justify-end gap-2 text-xs text-ink-3">
          {files.map(({ file_id, name, path }) => (
            <li key={file_id} className="flex flex-col items-end gap-1">
              {isPicture(name) && (
                <Thumbnail
                  path={path}
                  fileId={path === undefined ? file_id : undefined}
                  alt={name}
                  edge={512}
                  className="max-h-40 max-w-60 rounded-lg object-contain"
                />
              )}
              <span className="flex items-center gap-1">
                <Paperclip aria-hidden className="size-3" /> {name}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
})
