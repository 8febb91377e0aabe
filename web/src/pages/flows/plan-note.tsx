import type { Plan } from './describe-flow.tsx'

/** What was made of a sentence, and what was not. */
export function PlanNote({
  plan: { explanation, unplanned = [] },
}: {
  plan: Pick<Plan, 'explanation' | 'unplanned'>
}) {
  return (
    <div role="status" className="rounded-lg bg-surface-2 px-4 py-3 text-sm">
      <p className="whitespace-pre-line">{explanation}</p>
      {unplanned.length > 0 && <p className="mt-1 text-warn">Couldn't plan: {unplanned.join('; ')}</p>}
    </div>
  )
}
