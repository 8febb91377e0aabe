import { Fragment, useEffect, useRef } from 'react'
import { Button } from '../../../src/components/view-kit/controls/controls.tsx'
import { useReturningFocus } from './returning-focus.ts'
import { shortcutList } from './shortcuts.ts'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useReturningFocus()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog p-6" aria-labelledby="shortcuts-title" onClose={onClose}>
      <h2 id="shortcuts-title" className="text-lg font-semibold">
        Keys
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2 text-sm">
        {shortcutList.map(({ keys, does }) => (
          <Fragment key={keys}>
            <dt className="flex flex-wrap gap-1">
              {keys.split(' ').map((key, index) => (
                <kbd key={index}>{key}</kbd>
              ))}
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </Fragment>
        ))}
      </dl>
      <form method="dialog" className="mt-6 flex justify-end">
        <Button type="submit">Close</Button>
      </form>
    </dialog>
  )
}
