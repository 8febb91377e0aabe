import { FolderOpen } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '../lazy-part.ts'
import { OptionalPart, Unopened } from '../optional-part.tsx'
import { Button } from './controls.tsx'

const PathDialog = lazyPart(async () => (await import('./path-dialog.tsx')).PathDialog)

interface PathFieldProps {
  readonly label: string
  readonly hideLabel: boolean
  /** A path, or a list of them, to which what is chosen is added. */
  readonly value: unknown
  readonly isList: boolean
  readonly onChange: (value: unknown) => void
  /** The field to type in. */
  readonly children: ReactNode
}

/** A field for files and folders: they are typed, or looked for on the machine where the service runs. */
export function PathField({ label, hideLabel, value, isList, onChange, children }: PathFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const paths = Array.isArray(value) ? (value as readonly unknown[]) : []
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">{children}</div>
      <Button
        aria-label={`Browse for ${label}`}
        aria-haspopup="dialog"
        className={hideLabel ? '' : 'mt-6'}
        onClick={() => setOpen(true)}
      >
        <FolderOpen aria-hidden className="size-4" /> Browse
      </Button>
      {isOpen &&
        // Outside of the form, which Enter in a field of the dialog would send.
        createPortal(
          <OptionalPart name="path-dialog" instead={(reason) => <Unopened reason={reason} onClose={close} />}>
            <PathDialog
              label={label}
              start={isList ? paths.at(-1) : value}
              onChoose={(path) => {
                onChange(isList ? [...paths, path] : path)
                close()
              }}
              onClose={close}
            />
          </OptionalPart>,
          document.body,
        )}
    </div>
  )
}
