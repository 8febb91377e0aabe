import { Ban, Circle, CircleCheck, CircleDot } from 'lucide-react'
import { planStateNames, type PlanState, type PlanStep } from '../../../../src/contract/computer-plan.ts'

const signs: Readonly<Record<PlanState, { readonly Icon: typeof Circle; readonly look: string }>> = {
  to_do: { Icon: Circle, look: 'text-ink-3' },
  doing: { Icon: CircleDot, look: 'text-accent' },
  done: { Icon: CircleCheck, look: 'text-good' },
  given_up: { Icon: Ban, look: 'text-ink-3' },
}

/** What the model means to do and how far it says that it is; nothing without a plan. */
export function TaskPlan({ plan }: { plan: readonly PlanStep[] }) {
  if (plan.length === 0) return null
  const done = plan.filter(({ state }) => state === 'done').length
  return (
    <section aria-label="Plan" className="rounded-lg border border-line px-4 py-3">
      <h2 className="flex justify-between gap-3 text-sm font-medium">
        Plan
        <span className="font-normal text-ink-3 tabular-nums">
          {done} of {plan.length} done
        </span>
      </h2>
      <ol className="mt-2 flex flex-col gap-1.5">
        {plan.map(({ text, state }, index) => (
          <PlanLine key={index} text={text} state={state} />
        ))}
      </ol>
    </section>
  )
}

function PlanLine({ text, state }: PlanStep) {
  const { Icon, look } = signs[state]
  const words = { to_do: 'text-ink-2', doing: 'font-medium', done: '', given_up: 'text-ink-3 line-through' }
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-1 size-4 shrink-0 ${look}`} />
      <span className={`min-w-0 wrap-anywhere ${words[state]}`}>{text}</span>
      <span className="sr-only">({planStateNames[state]})</span>
    </li>
  )
}
