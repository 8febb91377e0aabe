import { useSyncExternalStore } from 'react'
import type { Component } from '../../../src/contract/component-schema.ts'
import { ComponentGrid } from '../../../src/components/view-kit/components.tsx'
import { Button } from '../../../src/components/view-kit/controls/controls.tsx'
import { ServiceContext, type Service } from '../../../src/components/view-kit/service.ts'
import { Markdown } from '../../../src/components/view-kit/text/lazy-markdown.tsx'
import { useLinkGuard } from '../../../src/components/view-kit/text/link-guard.ts'
import { ViewContextValue, type ViewContext } from '../../../src/components/view-kit/view-context.ts'
import type { SharedState } from '../frame/external-state.ts'
import { Asking } from '../frame/question-dialog.tsx'
import type { Beside } from './view-context.ts'

/** What there is to draw of the tool call that this page belongs to. */
export type Shown =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'words'; readonly text: string }
  | {
      readonly kind: 'answer'
      readonly components: readonly Component[]
      readonly runId: string | undefined
    }

interface AnswerAppProps {
  readonly shown: SharedState<Shown>
  readonly beside: Beside
  readonly service: Service
  readonly context: ViewContext
}

export function AnswerApp({ shown, beside, service, context }: AnswerAppProps) {
  return (
    <ServiceContext value={service}>
      <ViewContextValue value={context}>
        <Answer shown={useShared(shown)} />
        <Notice notice={beside.notice} />
        <Dialog question={beside.question} />
      </ViewContextValue>
    </ServiceContext>
  )
}

function Answer({ shown }: { shown: Shown }) {
  const guard = useLinkGuard(shown.kind === 'answer' ? shown.runId : undefined)
  if (shown.kind === 'waiting')
    return (
      <p role="status" className="flex items-center gap-2 p-1 text-sm text-ink-3">
        <span aria-hidden className="thinking" />
        Thinking
      </p>
    )
  if (shown.kind === 'cancelled') return <p className="p-1 text-sm text-ink-3">Stopped.</p>
  if (shown.kind === 'words') return <Markdown text={shown.text} />
  return (
    <main onClickCapture={guard} onAuxClickCapture={guard}>
      <ComponentGrid items={shown.components} runId={shown.runId} />
    </main>
  )
}

/** A sentence about what the host does not do, until it is put away. */
function Notice({ notice }: Pick<Beside, 'notice'>) {
  const sentence = useShared(notice)
  return (
    <div role="status">
      {sentence !== undefined && (
        <p className="mt-3 flex items-center gap-3 rounded-lg bg-surface-2 px-3 py-2 text-sm text-ink-2">
          <span className="min-w-0 flex-1 wrap-anywhere">{sentence}</span>
          <Button look="quiet" onClick={() => notice.set(undefined)}>
            Close
          </Button>
        </p>
      )}
    </div>
  )
}

function Dialog({ question }: Pick<Beside, 'question'>) {
  const asked = useShared(question)
  if (!asked) return null
  return (
    <>
      {/* A frame that is as low as a button would show a question no one can read. */}
      <div aria-hidden className="min-h-90" />
      <Asking
        asked={asked}
        onAnswer={(agreed) => {
          question.set(undefined)
          asked.answer(agreed)
        }}
      />
    </>
  )
}

function useShared<Value>({ subscribe, get }: SharedState<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
