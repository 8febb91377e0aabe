import { useState } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { formatRelative } from '../../../../src/contract/text/moments.ts'
import { reasonOf, useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { useViewContext } from '../../../../src/components/view-kit/view-context.ts'
import { useAnswer } from '../use-answer.ts'

type Allowance = AnswerOf<'GET /api/approvals/allowed'>['allowed'][number]

/** What is allowed without asking again, each with a way back. */
export function AllowedList() {
  const { data, refresh } = useAnswer('GET /api/approvals/allowed', {}, ['confirmation.resolved'])
  if (!data) return null
  return (
    <section aria-label="Always allowed" className="card px-4 py-2">
      <h3 className="py-2 font-semibold">Always allowed</h3>
      {data.allowed.length === 0 ? (
        <p className="pb-2 text-sm text-ink-3">
          Nothing yet. When Deskhand asks for approval, you can choose to always allow it.
        </p>
      ) : (
        <ul>
          {data.allowed.map((one) => (
            <AllowedRow key={one.allowance_id} allowance={one} onRevoked={refresh} />
          ))}
        </ul>
      )}
    </section>
  )
}

function AllowedRow({ allowance, onRevoked }: { allowance: Allowance; onRevoked: () => void }) {
  const service = useService()
  const { announce } = useViewContext()
  const [problem, setProblem] = useState<string>()
  const { allowance_id, words, session_id, session_title, created_at, used } = allowance
  const revoke = async () => {
    try {
      await service.call('DELETE /api/approvals/allowed/:allowance_id', { params: { allowance_id } })
      announce('Revoked. Deskhand will ask again.')
      onRevoked()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm wrap-anywhere" dir="auto">
          {words}
        </p>
        <p className="text-xs text-ink-3">
          {session_id === null ? 'In every conversation' : `In “${session_title ?? session_id}”`} · allowed{' '}
          <time dateTime={created_at} title={created_at}>
            {formatRelative(new Date(created_at))}
          </time>{' '}
          · {used === 0 ? 'not used yet' : used === 1 ? 'used once' : `used ${used} times`}
        </p>
        {problem !== undefined && (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
      </div>
      <Button onClick={() => void revoke()} aria-label={`Revoke: ${words}`}>
        Revoke
      </Button>
    </li>
  )
}
