import { ArrowLeft } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { Segments } from '../../../../src/components/view-kit/controls/segments.tsx'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { Page } from '../page.tsx'
import { useAnswer, type Answered } from '../use-answer.ts'
import { NEW_AUTOMATION } from '../automations/addresses.ts'
import { EMPTY_DRAFT } from '../automations/draft.ts'
import { readDraft, writeDraft } from '../automations/persisted-draft.ts'
import { DescribeFlow, type Plan } from './describe-flow.tsx'
import { draftOf } from './draft.ts'
import { FlowForm } from './flow-form.tsx'
import { FlowWizard } from './flow-wizard.tsx'
import { isBegun, usePersistedFlow, type PersistedFlow, type Way } from './persisted-flow.ts'

const WAYS = [
  { value: 'describe', label: 'Describe it' },
  { value: 'build', label: 'Build it' },
  { value: 'wizard', label: 'Guide me' },
] as const satisfies readonly { value: Way; label: string }[]

/** Three ways to a new workflow. What was described can be changed in the form before it runs. */
export function NewFlow() {
  const { router } = useShell()
  const { flow, change, giveUp } = usePersistedFlow()
  const tools = useAnswer('GET /api/tools', {})
  const take = useTakePlan(flow, change)
  return (
    <Page
      title="New flow"
      about="Work in several steps, which you can review before it runs. Your draft stays here until you create it."
      actions={
        <>
          {isBegun(flow) && <StartOver onGiveUp={giveUp} />}
          <Button onClick={() => router.go('flows')}>
            <ArrowLeft aria-hidden className="size-4" /> All flows
          </Button>
        </>
      }
    >
      <div className="self-start">
        <Segments
          label="How to make it"
          values={WAYS}
          chosen={flow.way}
          onChoose={(way) => change({ way })}
        />
      </div>
      {flow.way === 'describe' && (
        <DescribeFlow
          prompt={flow.prompt}
          onPrompt={(prompt) => change({ prompt })}
          onPlanned={(plan) => void take(plan)}
        />
      )}
      {flow.way === 'wizard' && (
        <FlowWizard reply={flow.asked} onReply={(asked) => change({ asked } as Partial<PersistedFlow>)} />
      )}
      {flow.way === 'build' && <BuildFlow tools={tools} flow={flow} onChange={change} />}
    </Page>
  )
}

/** What becomes of a plan: steps for the form, or an automation for its editor. */
function useTakePlan(flow: PersistedFlow, change: (members: Partial<PersistedFlow>) => void) {
  const { router, context } = useShell()
  const latest = useRef(flow)
  latest.current = flow
  const take = async (plan: Plan) => {
    if (plan.automation) return takeAutomation(plan, plan.automation)
    // Steps may have been written while it was planned.
    const { steps } = latest.current
    const question = {
      title: 'Replace the steps?',
      message: `You have written ${steps.length === 1 ? 'a step' : `${steps.length} steps`} already. The plan replaces them.`,
      confirmLabel: 'Replace',
      dangerous: false,
    }
    if (steps.length > 0 && !(await context.ask(question))) return
    change({ plan, steps: draftOf(plan.steps), way: 'build' })
  }
  // What something starts, or what is done for each of a list, is written in the editor of automations.
  const takeAutomation = async (plan: Plan, { name, steps, triggers }: NonNullable<Plan['automation']>) => {
    const question = {
      title: 'Replace your draft?',
      message: 'You have an automation that isn’t saved yet. The plan replaces it.',
      confirmLabel: 'Replace',
      dangerous: false,
    }
    const written = readDraft(undefined)?.draft
    if (written && written.steps.length > 0 && !(await context.ask(question))) return
    const draft = { ...EMPTY_DRAFT, name, steps, triggers }
    writeDraft(undefined, { draft, version: undefined, plan })
    change({ prompt: '' })
    router.go('flows', NEW_AUTOMATION)
  }
  return take
}

function StartOver({ onGiveUp }: { onGiveUp: () => void }) {
  const { context } = useShell()
  const startOver = async () => {
    const question = {
      title: 'Start over?',
      message: 'Your draft of this flow will be deleted.',
      confirmLabel: 'Start over',
      dangerous: true,
    }
    if (await context.ask(question)) onGiveUp()
  }
  return (
    <Button look="quiet" onClick={() => void startOver()}>
      Start over
    </Button>
  )
}

interface BuildFlowProps extends Omit<ComponentProps<typeof FlowForm>, 'tools'> {
  readonly tools: Answered<AnswerOf<'GET /api/tools'>>
}

function BuildFlow({ tools: { data, error, refresh }, ...form }: BuildFlowProps) {
  return (
    <>
      {error && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={300} />}
      {data && <FlowForm tools={data.tools} {...form} />}
    </>
  )
}
