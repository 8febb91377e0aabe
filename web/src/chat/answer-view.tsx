import { TriangleAlert } from 'lucide-react'
import { memo, useState } from 'react'
import { ComponentGrid } from '../../../src/components/view-kit/components.tsx'
import { useLinkGuard } from '../../../src/components/view-kit/text/link-guard.ts'
import { Markdown } from '../../../src/components/view-kit/text/lazy-markdown.tsx'
import { lazyPart } from '../../../src/components/view-kit/lazy-part.ts'
import { OptionalPart } from '../../../src/components/view-kit/optional-part.tsx'
import { toneText } from '../../../src/components/view-kit/tone.ts'
import type { Answer, Part } from './answer.ts'
import { AnswerActions } from './answer-actions.tsx'
import type { Said } from './conversation.ts'
import { ToolLineView } from './tool-line.tsx'

const RouteNote = lazyPart(async () => (await import('./route-note.tsx')).RouteNote)

interface AnswerViewProps {
  readonly answer: Answer
  readonly question: Said | undefined
  readonly isLast: boolean
  readonly onRetry: (question: Said) => void
}

/** One answer: what was done, what was said, and the components, in the order in which they came. */
export const AnswerView = memo(function AnswerView({ answer, question, isLast, onRetry }: AnswerViewProps) {
  const [explained, setExplained] = useState(false)
  const explain = () => setExplained(true)
  const guard = useLinkGuard(answer.runId)
  const active = answer.status === 'waiting' || answer.status === 'running'
  return (
    <article
      aria-busy={active}
      className="group/answer flex min-w-0 flex-col gap-3"
      onClickCapture={guard}
      onAuxClickCapture={guard}
    >
      <h2 className="sr-only">Deskhand answered</h2>
      {answer.reasoning !== '' && <Reasoning text={answer.reasoning} />}
      {groupsOf(answer.parts).map((group, index) => (
        <Group key={index} group={group} growing={active} runId={answer.runId} onExplain={explain} />
      ))}
      {active && answer.parts.length === 0 && <Waiting />}
      {answer.status === 'stopped' && <p className="text-sm text-ink-3">Stopped.</p>}
      {answer.problem && <Problem message={answer.problem.message} />}
      {!active && (
        <AnswerActions
          answer={answer}
          isLast={isLast}
          explained={explained}
          onExplain={() => setExplained(!explained)}
          onRetry={question && (() => onRetry(question))}
        />
      )}
      {explained && (
        <OptionalPart name="route-note" instead={(reason) => <Problem message={reason} />}>
          <RouteNote answer={answer} onClose={() => setExplained(false)} />
        </OptionalPart>
      )}
    </article>
  )
})

type ComponentPart = Extract<Part, { kind: 'component' }>
type PartGroup = readonly ComponentPart[] | Exclude<Part, ComponentPart>

/** Components that follow each other share one grid. */
function groupsOf(parts: readonly Part[]): PartGroup[] {
  const groups: PartGroup[] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (part.kind !== 'component') groups.push(part)
    else if (Array.isArray(last)) groups[groups.length - 1] = [...last, part]
    else groups.push([part])
  }
  return groups
}

interface GroupProps {
  readonly group: PartGroup
  readonly growing: boolean
  readonly runId: string | undefined
  readonly onExplain: () => void
}

function Group({ group, growing, runId, onExplain }: GroupProps) {
  if (!('kind' in group))
    return (
      <ComponentGrid
        items={group.map(({ component, loading }) =>
          loading ? { ...component, status: 'loading' } : component,
        )}
        runId={runId}
        onExplain={onExplain}
      />
    )
  if (group.kind === 'text') return <Markdown text={group.text} growing={growing} />
  if (group.kind === 'tool') return <ToolLineView line={group} />
  return <Notice {...group} />
}

const NOTICE_TONES = { info: 'neutral', warning: 'warning', error: 'danger' } as const

/** A sentence beside the answer; what is more to it unfolds, as plain text. */
function Notice({ level, text, detail }: Extract<Part, { kind: 'notice' }>) {
  const tone = `text-sm ${toneText[NOTICE_TONES[level]]}`
  if (detail === undefined) return <p className={tone}>{text}</p>
  return (
    <details className={tone}>
      <summary className="cursor-pointer">{text}</summary>
      <p className="mt-1 border-s-2 border-line ps-3 wrap-anywhere whitespace-pre-wrap text-ink-3">
        {detail}
      </p>
    </details>
  )
}

function Waiting() {
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-ink-3">
      <span aria-hidden className="thinking" />
      Thinking
    </p>
  )
}

function Reasoning({ text }: { text: string }) {
  return (
    <details className="text-sm text-ink-3">
      <summary className="cursor-pointer">Reasoning</summary>
      <p className="mt-1 border-s-2 border-line ps-3 whitespace-pre-wrap">{text}</p>
    </details>
  )
}

function Problem({ message }: { message: string }) {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {message}
    </p>
  )
}
