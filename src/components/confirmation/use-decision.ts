import { use, useEffect, useState } from 'react'
import { DecisionsContext } from '../view-kit/decisions.ts'
import { reasonOf, ServiceError, useService, type AnswerOf } from '../view-kit/service.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { Change } from './drafts.ts'

type Decided = AnswerOf<'POST /api/confirm'>

export interface Outcome {
  readonly status: 'approved' | 'rejected' | 'expired' | 'answered'
  readonly answer?: Pick<Decided, 'result' | 'components'>
}

export function useRemembered(confirmation_id: string): Outcome | undefined {
  const known = use(DecisionsContext).find((one) => one.confirmation_id === confirmation_id)
  if (!known) return undefined
  const { approved, result } = known
  return { status: approved ? 'approved' : 'rejected', answer: { result, components: [] } }
}

/** Answers once; when somebody else was faster, shows what they decided. */
export function useDecision(confirmation_id: string, changes: readonly Change[]) {
  const service = useService()
  const { events, announce } = useViewContext()
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(
    () =>
      events.on('confirmation.resolved', (event) => {
        if (event.confirmation_id === confirmation_id)
          setOutcome((known) => known ?? { status: event.status })
      }),
    [events, confirmation_id],
  )
  // A conversation that is opened again shows questions that may have been answered long ago.
  useEffect(() => {
    const asking = new AbortController()
    const look = async () => {
      const params = { confirmation_id }
      const { status } = await service.call('GET /api/confirmations/:confirmation_id', {
        params,
        signal: asking.signal,
      })
      if (status !== 'open') setOutcome((known) => known ?? { status })
    }
    look().catch((error: unknown) => {
      // Without an answer the question stays as it is: the service refuses a second decision anyway.
      if (error instanceof ServiceError && error.code === 'not_found')
        setOutcome((known) => known ?? { status: 'answered' })
    })
    return () => asking.abort()
  }, [service, confirmation_id])
  const decide = async (approved: boolean, own: readonly Change[] = changes) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const body = {
        confirmation_id,
        approved,
        ...(approved && own.length > 0 && { changes: [...own] }),
      }
      const answer = await service.call('POST /api/confirm', { body })
      setOutcome({ status: answer.status, answer })
      announce(answer.result?.message ?? (approved ? 'Approved.' : 'Rejected.'))
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'gone') setOutcome({ status: 'expired' })
      else if (error instanceof ServiceError && error.code === 'conflict') setOutcome({ status: 'answered' })
      else setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { decide, outcome, busy, problem }
}
