import type { Stored } from './stored.ts'

/** Says quietly how saving goes; nothing while all is well. */
export function SaveState({
  stored: { status, problem },
}: {
  stored: Pick<Stored<object>, 'status' | 'problem'>
}) {
  if (status === 'waiting') return <span className="text-warn">Not saved yet. Waiting for the service.</span>
  if (status === 'failed') return <span className="text-bad">{problem}</span>
  return null
}
