import { Check, CircleQuestionMark, RotateCcw, Trophy, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { InlineMarkdown } from '../view-kit/text/markdown.tsx'
import { shuffledOrder } from '../view-kit/random.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Props = ViewProps<'quiz'>
type Question = Props['questions'][number]

interface Attempt {
  /** Which question is asked when. */
  readonly order: readonly number[]
  /** What was chosen, in that order. */
  readonly chosen: readonly number[]
  /** Whether the last choice still stands there with its explanation. */
  readonly explaining: boolean
}

export function QuizView({ id, title, questions, shuffle = false }: Props) {
  const begin = () => newAttempt(questions.length, shuffle)
  const { value: attempt, change } = usePersisted<Attempt>('quiz', id, begin)
  const { order, chosen, explaining } = attempt
  const at = explaining ? chosen.length - 1 : chosen.length
  const question = questions[order[at] ?? -1]
  const right = chosen.filter((choice, index) => questions[order[index]!]?.answer === choice).length
  return (
    <Card
      icon={<CircleQuestionMark aria-hidden className="size-4" />}
      title={title ?? 'Quiz'}
      subtitle={question ? `${at + 1} of ${order.length}` : undefined}
      state={chosen.length > 0 && question ? `${right} right` : undefined}
    >
      {question ? (
        <Asked
          key={at}
          question={question}
          choice={explaining ? chosen[at] : undefined}
          isLast={at + 1 === order.length}
          onChoose={(choice) =>
            change((kept) => ({ ...kept, chosen: [...kept.chosen, choice], explaining: true }))
          }
          onNext={() => change((kept) => ({ ...kept, explaining: false }))}
        />
      ) : (
        <Result {...{ questions, attempt, right }} onAgain={() => change(begin)} />
      )}
    </Card>
  )
}

interface AskedProps {
  readonly question: Question
  readonly choice: number | undefined
  readonly isLast: boolean
  readonly onChoose: (choice: number) => void
  readonly onNext: () => void
}

function Asked({ question, choice, isLast, onChoose, onNext }: AskedProps) {
  const { announce } = useViewContext()
  const next = useRef<HTMLButtonElement>(null)
  const answered = choice !== undefined
  const choose = (option: number) => {
    if (answered || option >= question.options.length) return
    onChoose(option)
    announce(
      option === question.answer
        ? 'Right.'
        : `Wrong. The answer is ${question.options[question.answer] ?? ''}.`,
    )
  }
  useEffect(() => {
    // Only for who has just answered here; a card that appears must not take the focus.
    if (answered && document.activeElement?.closest('[data-quiz]'))
      next.current?.focus({ preventScroll: true })
  }, [answered])
  return (
    <div
      data-quiz
      className="flex flex-col gap-3"
      onKeyDown={(event) => {
        if (/^[1-8]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
          choose(Number(event.key) - 1)
      }}
    >
      <p dir="auto" className="font-medium wrap-anywhere">
        <InlineMarkdown text={question.question} />
      </p>
      <ol className="flex flex-col gap-1.5">
        {question.options.map((option, index) => (
          <li key={index}>
            <Option
              text={option}
              number={index + 1}
              look={lookOf({ index, choice, answer: question.answer })}
              onChoose={() => choose(index)}
            />
          </li>
        ))}
      </ol>
      {answered && question.explanation !== undefined && (
        <p dir="auto" className="rounded-lg bg-surface-2 px-3 py-2 text-sm text-ink-2 wrap-anywhere">
          <InlineMarkdown text={question.explanation} />
        </p>
      )}
      {answered && (
        <button
          ref={next}
          type="button"
          className="min-h-9 self-end rounded-lg bg-accent px-4 text-sm font-medium text-on-accent hover:bg-accent-strong"
          onClick={onNext}
        >
          {isLast ? 'See the result' : 'Next question'}
        </button>
      )}
    </div>
  )
}

type OptionLook = 'open' | 'right' | 'wrong' | 'other'

const OPTION_LOOKS: Readonly<Record<OptionLook, string>> = {
  open: 'border-line hover:border-accent hover:bg-accent-soft',
  right: 'border-good bg-good-soft',
  wrong: 'border-bad bg-bad-soft',
  other: 'border-line text-ink-3',
}

function Option({
  text,
  number,
  look,
  onChoose,
}: {
  text: string
  number: number
  look: OptionLook
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      aria-disabled={look !== 'open'}
      className={`flex min-h-10 w-full items-center gap-3 rounded-lg border px-3 py-1.5 text-start ${OPTION_LOOKS[look]}`}
      onClick={onChoose}
    >
      <span aria-hidden className="shrink-0 text-xs text-ink-3 tabular-nums">
        {number}
      </span>
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        <InlineMarkdown text={text} />
      </span>
      {look === 'right' && <Check role="img" aria-label="Right" className="size-4 shrink-0 text-good" />}
      {look === 'wrong' && <X role="img" aria-label="Wrong" className="size-4 shrink-0 text-bad" />}
    </button>
  )
}

function lookOf({
  index,
  choice,
  answer,
}: {
  index: number
  choice: number | undefined
  answer: number
}): OptionLook {
  if (choice === undefined) return 'open'
  if (index === answer) return 'right'
  return index === choice ? 'wrong' : 'other'
}

interface ResultProps extends Pick<Props, 'questions'> {
  readonly attempt: Attempt
  readonly right: number
  readonly onAgain: () => void
}

function Result({ questions, attempt: { order, chosen }, right, onAgain }: ResultProps) {
  const missed = order.filter((place, index) => questions[place]?.answer !== chosen[index])
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-2 text-lg font-semibold">
        <Trophy aria-hidden className="size-5 text-accent" />
        {right} of {order.length} right
      </p>
      {missed.length > 0 && (
        <details className="text-sm">
          <summary className="flex min-h-8 cursor-pointer items-center text-ink-2">Missed</summary>
          <dl className="flex max-h-60 flex-col gap-2 overflow-y-auto">
            {missed.map((place) => (
              <div key={place}>
                <dt dir="auto" className="text-ink-3 wrap-anywhere">
                  {questions[place]?.question}
                </dt>
                <dd dir="auto" className="wrap-anywhere">
                  {questions[place]?.options[questions[place].answer]}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <Button className="self-start" onClick={onAgain}>
        <RotateCcw aria-hidden className="size-4" />
        Try again
      </Button>
    </div>
  )
}

function newAttempt(count: number, shuffle: boolean): Attempt {
  const order = shuffle ? shuffledOrder(count) : Array.from({ length: count }, (_, index) => index)
  return { order, chosen: [], explaining: false }
}
