import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, TextArea } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { WorkflowGraph } from '../workflow-graph.tsx'

type Reply = AnswerOf<'POST /api/workflows/wizard/start'>

interface FlowWizardProps {
  readonly reply: Reply | undefined
  readonly onReply: (reply: Reply | undefined) => void
}

/** The service asks, a person answers, and the workflow grows beside it. */
export function FlowWizard({ reply, onReply: setReply }: FlowWizardProps) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const send = (text: string) =>
    attempt(async () => {
      setReply(
        reply && !reply.done
          ? await service.call('POST /api/workflows/wizard/chat', {
              body: { session_id: reply.session_id, message: text },
            })
          : await service.call('POST /api/workflows/wizard/start', { body: { goal: text } }),
      )
    })
  const back = (session_id: string) =>
    attempt(async () =>
      setReply(await service.call('POST /api/workflows/wizard/back', { body: { session_id } })),
    )
  return (
    <section aria-label="Wizard" className="flex flex-col gap-4">
      <div className="card flex flex-col gap-4 p-4">
        {reply?.done === true ? (
          <Made reply={reply} onAgain={() => setReply(undefined)} />
        ) : (
          <>
            {reply && (
              <p role="status" className="whitespace-pre-wrap">
                {reply.message}
              </p>
            )}
            <Suggestions reply={reply} busy={busy} onChoose={(text) => void send(text)} />
            <AnswerField
              key={reply?.message ?? 'goal'}
              label={reply ? 'Your answer' : 'What is it for?'}
              busy={busy}
              isFirst={!reply}
              onSend={(text) => void send(text)}
            />
            {reply && (
              <Button
                look="quiet"
                className="self-start"
                held={busy}
                onClick={() => void back(reply.session_id)}
              >
                <Undo2 aria-hidden className="size-4" /> Undo the last answer
              </Button>
            )}
          </>
        )}
        <ProblemNote error={error} />
      </div>
      {reply && <WorkflowGraph name={reply.draft.name} steps={reply.draft.steps} />}
    </section>
  )
}

interface SuggestionsProps {
  readonly reply: Reply | undefined
  readonly busy: boolean
  readonly onChoose: (text: string) => void
}

function Suggestions({ reply, busy, onChoose }: SuggestionsProps) {
  if (!reply?.suggestions || reply.suggestions.length === 0) return null
  return (
    <div role="group" aria-label="Suggestions" className="flex flex-wrap gap-2">
      {reply.suggestions.map((text) => (
        <Button key={text} held={busy} onClick={() => onChoose(text)}>
          {text}
        </Button>
      ))}
    </div>
  )
}

interface AnswerFieldProps {
  readonly label: string
  readonly busy: boolean
  readonly isFirst: boolean
  readonly onSend: (text: string) => void
}

function AnswerField({ label, busy, isFirst, onSend }: AnswerFieldProps) {
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // After an answer the next one is typed at once.
    if (!isFirst) form.current?.querySelector('textarea')?.focus()
  }, [isFirst])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend(text.trim())
  }
  return (
    <form ref={form} className="flex flex-col gap-3" onSubmit={submit}>
      <TextArea
        label={label}
        rows={2}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          form.current?.requestSubmit()
        }}
      />
      <Button type="submit" look="primary" className="self-start" busy={busy} disabled={text.trim() === ''}>
        {isFirst ? 'Start' : 'Answer'}
      </Button>
    </form>
  )
}

function Made({
  reply: { message, workflow_id, schedule_id },
  onAgain,
}: {
  reply: Reply
  onAgain: () => void
}) {
  const { router } = useShell()
  return (
    <>
      <p role="status">{message}</p>
      <div className="flex flex-wrap gap-2">
        {workflow_id !== undefined && (
          <Button look="primary" onClick={() => router.go('flows', workflow_id)}>
            Show it
          </Button>
        )}
        {workflow_id === undefined && schedule_id !== undefined && (
          <Button look="primary" onClick={() => router.go('flows')}>
            Show the schedules
          </Button>
        )}
        <Button onClick={onAgain}>Create another</Button>
      </div>
    </>
  )
}
