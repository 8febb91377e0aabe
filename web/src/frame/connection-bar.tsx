import { useSyncExternalStore } from 'react'
import { useShell } from './shell.ts'

/** A thin bar while the service cannot be reached; the page stays readable below it. */
export function ConnectionBar() {
  const { events } = useShell()
  const connection = useSyncExternalStore(events.onConnection, events.connection)
  return (
    <div role="status">
      {connection === 'lost' && (
        <p className="bg-warn-soft px-4 py-1.5 text-center text-sm text-warn">
          Deskhand does not answer. What you change is kept here and sent when it is back.
        </p>
      )}
    </div>
  )
}
