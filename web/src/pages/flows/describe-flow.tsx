import type { FormEvent } from 'react'
import { Button, TextArea } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'

export type Plan = AnswerOf<'POST /api/workflows/generate'>

interface DescribeFlowProps {
  readonly prompt: string
  readonly onPrompt: (prompt: string) => void
  readonly onPlanned: (plan: Plan) => void
}

/** A sentence becomes a plan; nothing runs yet. */
export function DescribeFlow({ prompt, onPrompt, onPlanned }: DescribeFlowProps) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const plan = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () =>
      onPlanned(await service.call('POST /api/workflows/generate', { body: { prompt } })),
    )
  }
  return (
    <form className="card flex flex-col gap-4 p-4" onSubmit={plan}>
      <TextArea
        label="What should it do?"
        rows={3}
        required
        placeholder="Every Friday at 5pm, zip my Documents"
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
      />
      <ProblemNote error={error} />
      <Button type="submit" look="primary" className="self-start" busy={busy} disabled={prompt.trim() === ''}>
        Plan it
      </Button>
    </form>
  )
}
