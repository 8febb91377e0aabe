import { useState, type FormEvent } from 'react'
import { Button, SelectField, TextArea } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'

type Asks = 'risky' | 'every' | 'none'

/** What is to be done on the desktop, and how much is asked about it. */
export function NewTask() {
  const service = useService()
  const [task, setTask] = useState('')
  const [approve, setApprove] = useState<Asks>('risky')
  const { busy, error, attempt } = useAttempt()
  const start = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await service.call('POST /api/computer/execute', { body: { task, approve } })
      setTask('')
    })
  }
  return (
    <form className="card flex flex-col gap-4 p-4" onSubmit={start}>
      <TextArea
        label="What should Deskhand do on the desktop?"
        rows={2}
        required
        value={task}
        placeholder="Open the calendar and add lunch with Ada tomorrow at one"
        onChange={(event) => setTask(event.target.value)}
      />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Ask me first"
          value={approve}
          onChange={(event) => setApprove(event.target.value as Asks)}
        >
          <option value="risky">before anything risky</option>
          <option value="every">before every step</option>
          <option value="none">only for passwords and money</option>
        </SelectField>
        <Button type="submit" look="primary" busy={busy} disabled={task.trim() === ''}>
          Start
        </Button>
      </div>
      <ProblemNote error={error} />
    </form>
  )
}
