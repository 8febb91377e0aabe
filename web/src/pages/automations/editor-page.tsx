import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { Page } from '../page.tsx'
import { useAnswer } from '../use-answer.ts'
import { automationAt, NEW_AUTOMATION } from './addresses.ts'
import { Editor } from './editor.tsx'
import { useTools, type Tools } from './use-tools.ts'

/** The editor of an automation, once everything that it needs is there. */
export function EditorPage({ item }: { item: string }) {
  // What was new a moment ago has another address now; what is on the page stays.
  const [created, setCreated] = useState<string>()
  const tools = useTools()
  if (item === NEW_AUTOMATION || item === created)
    return tools.tools ? (
      <Editor first={undefined} tools={tools.tools} onCreated={setCreated} />
    ) : (
      <Waiting {...tools} />
    )
  return <Existing key={item} item={automationAt(item)} tools={tools} />
}

function Existing({ item, tools }: { item: string; tools: Tools }) {
  const { data, error, refresh } = useAnswer('GET /api/automations/:automation_id', {
    params: { automation_id: item },
  })
  if (data && tools.tools) return <Editor first={data} tools={tools.tools} onCreated={undefined} />
  return data ? <Waiting {...tools} /> : <Waiting error={error} refresh={refresh} />
}

function Waiting({ error, refresh }: Pick<Tools, 'error' | 'refresh'>) {
  const { router } = useShell()
  return (
    <Page
      title="Automation"
      actions={
        <Button onClick={() => router.go('flows')}>
          <ArrowLeft aria-hidden className="size-4" /> All flows
        </Button>
      }
    >
      {error ? <Failure error={error} onRetry={refresh} /> : <Skeleton height={320} />}
    </Page>
  )
}
