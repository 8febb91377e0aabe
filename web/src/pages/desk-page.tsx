import { lazyPart } from '../../../src/components/view-kit/lazy-part.ts'
import { OptionalPart } from '../../../src/components/view-kit/optional-part.tsx'
import { Empty, Failure, Skeleton } from '../../../src/components/view-kit/states.tsx'
import { NewTask } from './desk/new-task.tsx'
import { NoDesktop } from './desk/no-desktop.tsx'
import { TaskView } from './desk/task-view.tsx'
import { Page } from './page.tsx'
import { useAnswer } from './use-answer.ts'
import { ScanEye } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Card } from '../../../src/components/view-kit/card.tsx'
import { Button, TextField } from '../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../src/components/view-kit/service.ts'
import { useAttempt } from './attempt.ts'
import { ProblemNote } from './problem-note.tsx'

const ReplayPage = lazyPart<{ taskId: string }>(
  async () => (await import('./desk/replay-page.tsx')).ReplayPage,
)
const RecordingsList = lazyPart<object>(
  async () => (await import('./desk/recordings-list.tsx')).RecordingsList,
)

export function DeskPage({ item }: { item: string | undefined }) {
  return item === undefined ? <Desk /> : <ReplayPage key={item} taskId={item} />
}

/** Lets Deskhand use the desktop: what it is to do, what it does, and a way to stop it that cannot be missed. */
function Desk() {
  const { data } = useAnswer('GET /api/computer', {}, ['computer.started', 'computer.ended'])
  const { isReady, note } = useDesktop()
  const [latest] = data?.tasks ?? []
  const isIdle = isReady && latest?.ended_by !== null
  return (
    <Page title="Desk" about="Deskhand looks at the screen and uses the keyboard and the mouse for you.">
      {note}
      {isIdle && <NewTask />}
      {latest && <TaskView key={latest.task_id} taskId={latest.task_id} />}
      {isReady && data && !latest && (
        <Empty>Nothing running. Each step is explained here as it happens.</Empty>
      )}
      {isIdle && <LookAtScreen />}
      <OptionalPart name="recordings">
        <RecordingsList />
      </OptionalPart>
    </Page>
  )
}

/** Whether there is a desktop, and what to say where there is none. */
function useDesktop(): { readonly isReady: boolean; readonly note: ReactNode } {
  const [retry, setRetry] = useState(false)
  const { data, error, refresh } = useAnswer('GET /api/desktop', { query: { retry } }, ['settings.changed'])
  const tryAgain = () => {
    setRetry(true)
    refresh()
  }
  if (data?.status === 'ready') return { isReady: true, note: null }
  if (data) return { isReady: false, note: <NoDesktop desktop={data} onRetry={tryAgain} /> }
  const note = error ? (
    <Failure error={error} onRetry={refresh} />
  ) : (
    <Skeleton height={160} label="Looking for a desktop" />
  )
  return { isReady: false, note }
}

/** Shows the screen as the model sees it, and what the model says about it. */
function LookAtScreen() {
  const service = useService()
  const [prompt, setPrompt] = useState('')
  const [seen, setSeen] = useState<AnswerOf<'POST /api/screen/analyze'>>()
  const { busy, error, attempt } = useAttempt()
  const look = (event: FormEvent) => {
    event.preventDefault()
    const body = prompt.trim() === '' ? {} : { prompt: prompt.trim() }
    void attempt(async () => setSeen(await service.call('POST /api/screen/analyze', { body })))
  }
  return (
    <Card icon={<ScanEye aria-hidden className="size-4" />} title="Look at the screen">
      <form className="flex flex-wrap items-end gap-3" onSubmit={look}>
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            label="What to look for"
            placeholder="Which window is in front?"
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
          />
        </div>
        <Button type="submit" busy={busy}>
          Look
        </Button>
        <ProblemNote error={error} />
      </form>
      {seen && (
        <figure className="mt-4">
          <img
            src={`data:${seen.screenshot.mime_type};base64,${seen.screenshot.data}`}
            width={seen.screenshot.width}
            height={seen.screenshot.height}
            alt="The screen"
            className="h-auto max-w-full rounded-lg border border-line"
          />
          <figcaption role="status" className="mt-2 wrap-anywhere whitespace-pre-line">
            {seen.analysis}
            {seen.model !== '' && <span className="text-sm text-ink-3"> ({seen.model})</span>}
          </figcaption>
        </figure>
      )}
    </Card>
  )
}
