import { Children } from './components.tsx'
import type { ActionOutcome } from './perform-action.ts'

/** What came of an action, in a line below what began it; a question in its place. */
export function ActionOutcomeNote({ outcome }: { outcome: ActionOutcome | undefined }) {
  if (!outcome) return null
  if (outcome.components)
    return (
      <div className="outcome">
        <Children items={outcome.components} />
      </div>
    )
  return (
    <p role="status" className={`text-xs ${outcome.success ? 'text-good' : 'text-bad'}`}>
      {outcome.message}
    </p>
  )
}
