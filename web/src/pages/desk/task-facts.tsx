import { changesInWords } from '../../../../src/contract/text/computer-changes.ts'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'

type Task = AnswerOf<'GET /api/computer/:task_id'>

/** Each time that the model said it was done: what the check found. */
export function EndChecks({ checks }: { checks: Task['end_checks'] }) {
  if (checks.length === 0) return null
  return (
    <ul aria-label="Checks of the result" className="flex flex-col gap-1 text-sm">
      {checks.map(({ at, reached, because }) => (
        <li key={at} className="wrap-anywhere">
          {reached ? (
            <span className="text-good">Result checked: done.</span>
          ) : (
            <>
              <span className="text-warn">Result checked: not done yet.</span> {because}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What the service saw to change, in its own words and not in those of the model. */
export function TaskChanges({ changes }: { changes: Task['changes'] }) {
  if (!changes) return null
  return (
    <section aria-label="What changed">
      <h2 className="text-sm font-medium">What changed</h2>
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-5 text-sm text-ink-2">
        {changesInWords(changes).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
