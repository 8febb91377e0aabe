import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { Segments } from '../../../../src/components/view-kit/controls/segments.tsx'
import { Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { Page } from '../page.tsx'
import { useAnswer } from '../use-answer.ts'
import { DescribeFlow, type Plan } from './describe-flow.tsx'
import { draftOf } from './draft.ts'
import { FlowForm } from './flow-form.tsx'
import { FlowWizard } from './flow-wizard.tsx'
import { isBegun, useKeptFlow, type KeptFlow, type Way } from './kept-flow.ts'

const WAYS = [
  { value: 'describe', label: 'Describe it' },
  { value: 'build', label: 'Build it' },
  { value: 'wizard', label: 'Be asked' },
] as const satisfies readonly { value: Way; label: string }[]

/** Three ways to a new workflow. What was described can be changed in the form before it runs. */
export function NewFlow() {
  const { router, surroundings } = useShell()
  const { flow, change, giveUp } = useKeptFlow()
  const tools = useAnswer('GET /api/tools', {})
  const latest = useRef(flow)
  latest.current = flow
  const take = async (plan: Plan) => {
    // Steps may have been written while it was planned.
    const { steps } = latest.current
    const question = {
      title: 'Replace the steps?',
      message: `You have written ${steps.length === 1 ? 'a step' : `${steps.length} steps`} already. The plan takes their place.`,
      confirmLabel: 'Replace',
      dangerous: false,
    }
    if (steps.length > 0 && !(await surroundings.ask(question))) return
    change({ plan, steps: draftOf(plan.steps), way: 'build' })
  }
  const startOver = async () => {
    const question = {
      title: 'Start over?',
      message: 'What you have made of this flow goes for good.',
      confirmLabel: 'Start over',
      dangerous: true,
    }
    if (await surroundings.ask(question)) giveUp()
  }
  return (
    <Page
      title="New flow"
      about="Work of several steps, which you can look at before it runs. It stays here until you create it."
      actions={
        <>
          {isBegun(flow) && (
            <Button look="quiet" onClick={() => void startOver()}>
              Start over
            </Button>
          )}
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
        <FlowWizard reply={flow.asked} onReply={(asked) => change({ asked } as Partial<KeptFlow>)} />
      )}
      {flow.way === 'build' && tools.error && <Failure error={tools.error} onRetry={tools.refresh} />}
      {flow.way === 'build' && !tools.data && !tools.error && <Skeleton height={300} />}
      {flow.way === 'build' && tools.data && (
        <FlowForm tools={tools.data.tools} flow={flow} onChange={change} />
      )}
    </Page>
  )
}
