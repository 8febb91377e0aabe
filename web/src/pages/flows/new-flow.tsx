import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../src/components/view-kit/controls.tsx'
import { Segments } from '../../../../src/components/view-kit/segments.tsx'
import { Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { Page } from '../page.tsx'
import { useAnswer } from '../use-answer.ts'
import { DescribeFlow, type Plan } from './describe-flow.tsx'
import { draftOf, type Draft } from './draft.ts'
import { FlowForm } from './flow-form.tsx'
import { FlowWizard } from './flow-wizard.tsx'

type Way = 'describe' | 'build' | 'wizard'

const WAYS = [
  { value: 'describe', label: 'Describe it' },
  { value: 'build', label: 'Build it' },
  { value: 'wizard', label: 'Be asked' },
] as const satisfies readonly { value: Way; label: string }[]

/** Three ways to a new workflow. What was described can be changed in the form before it runs. */
export function NewFlow() {
  const { router } = useShell()
  const [way, setWay] = useState<Way>('describe')
  const [draft, setDraft] = useState<Draft>([])
  const [plan, setPlan] = useState<Plan>()
  const tools = useAnswer('GET /api/tools', {})
  const take = (planned: Plan) => {
    setPlan(planned)
    setDraft(draftOf(planned.steps))
    setWay('build')
  }
  return (
    <Page
      title="New flow"
      about="Work of several steps, which you can look at before it runs."
      actions={
        <Button onClick={() => router.go('flows')}>
          <ArrowLeft aria-hidden className="size-4" /> All flows
        </Button>
      }
    >
      <div className="self-start">
        <Segments label="How to make it" values={WAYS} chosen={way} onChoose={setWay} />
      </div>
      {way === 'describe' && <DescribeFlow onPlanned={take} />}
      {way === 'wizard' && <FlowWizard />}
      {way === 'build' && tools.error && <Failure error={tools.error} onRetry={tools.refresh} />}
      {way === 'build' && !tools.data && !tools.error && <Skeleton height={300} />}
      {way === 'build' && tools.data && (
        <FlowForm tools={tools.data.tools} draft={draft} onDraft={setDraft} plan={plan} />
      )}
    </Page>
  )
}
