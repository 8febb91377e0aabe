import { OctagonX } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { Button, SelectField, TextArea } from '../../../src/components/view-kit/controls.tsx'
import type { EventOf } from '../../../src/components/view-kit/events.ts'
import { reasonOf, useService } from '../../../src/components/view-kit/service.ts'
import { Empty } from '../../../src/components/view-kit/states.tsx'
import { useShell } from '../frame/shell.ts'
import { LookAtScreen } from './desk/look-at-screen.tsx'
import { Page } from './page.tsx'

type Asks = 'risky' | 'every' | 'none'
type Step = EventOf<'computer.action'>

/** Lets Deskhand use the desktop: what it is to do, what it does, and a way to stop it that cannot be missed. */
export function DeskPage() {
  const { task, steps, ended } = useDesktopTask()
  return (
    <Page title="Desk" about="Deskhand looks at the screen and uses the keyboard and the mouse for you.">
      {task === undefined ? <NewTask /> : <Running task={task} />}
      <LookAtScreen />
      {ended !== undefined && (
        <p role="status" className="rounded-lg bg-surface-2 px-4 py-3">
          {ended}
        </p>
      )}
      {steps.length === 0 && task === undefined && ended === undefined && (
        <Empty>Nothing is under way. Each step is explained here while it happens.</Empty>
      )}
      <ol aria-label="Steps" className="flex flex-col gap-2">
        {steps.map(({ seq, step, action, message }) => (
          <li key={seq} className="card flex gap-4 px-4 py-3">
            <span className="w-6 text-end text-ink-3 tabular-nums">{step}</span>
            <span className="font-mono text-sm text-ink-2">{action}</span>
            <span className="flex-1">{message}</span>
          </li>
        ))}
      </ol>
    </Page>
  )
}

function useDesktopTask() {
  const { events } = useShell()
  const [task, setTask] = useState<string>()
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [ended, setEnded] = useState<string>()
  useEffect(() => {
    const offs = [
      events.on('computer.started', (event) => {
        setTask(event.task)
        setSteps([])
        setEnded(undefined)
      }),
      events.on('computer.action', (event) => setSteps((before) => [...before, event])),
      events.on('computer.ended', ({ status, message }) => {
        setTask(undefined)
        setEnded(message ?? `The task is ${status}.`)
      }),
    ]
    return () => {
      for (const off of offs) off()
    }
  }, [events])
  return { task, steps, ended }
}

function NewTask() {
  const service = useService()
  const [task, setTask] = useState('')
  const [approve, setApprove] = useState<Asks>('risky')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const start = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await service.call('POST /api/computer/execute', { body: { task, approve } })
      setTask('')
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="card flex flex-col gap-4 p-4" onSubmit={(event) => void start(event)}>
      <TextArea
        label="What should be done on the desktop?"
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
          <option value="risky">before what could do harm</option>
          <option value="every">before every step</option>
          <option value="none">never</option>
        </SelectField>
        <Button type="submit" look="primary" busy={busy} disabled={task.trim() === ''}>
          Begin
        </Button>
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </form>
  )
}

function Running({ task }: { task: string }) {
  const service = useService()
  return (
    <section aria-label="Running task" className="card flex flex-col gap-4 p-4">
      <p className="text-lg font-medium">{task}</p>
      <Button
        look="danger"
        className="min-h-16 text-lg"
        onClick={() => void service.call('POST /api/computer/stop')}
      >
        <OctagonX aria-hidden className="size-6" /> Stop now
      </Button>
    </section>
  )
}
