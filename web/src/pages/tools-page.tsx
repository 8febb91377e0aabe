import { ArrowLeft, Search, Wrench } from 'lucide-react'
import { useMemo, useState, type FormEvent } from 'react'
import { Card } from '../../../src/components/view-kit/card.tsx'
import { Button } from '../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../src/components/view-kit/service.ts'
import { Empty, Failure, Skeleton } from '../../../src/components/view-kit/states.tsx'
import { toneSoft, type Tone } from '../../../src/components/view-kit/tone.ts'
import { useShell } from '../frame/shell.ts'
import { Page } from './page.tsx'
import { ProblemNote } from './problem-note.tsx'
import {
  leadToWrongField,
  SchemaFields,
  type JsonSchema,
} from '../../../src/components/view-kit/controls/schema-form.tsx'
import { ToolResult } from './tools/tool-result.tsx'
import { useAnswer } from './use-answer.ts'

type Tool = AnswerOf<'GET /api/tools'>['tools'][number]
type Envelope = AnswerOf<'POST /execute_tool'>

const RISK_TONES: Readonly<Record<Tool['risk'], Tone>> = {
  read: 'success',
  write: 'info',
  external: 'warning',
  dangerous: 'danger',
}

export function ToolsPage({ item }: { item: string | undefined }) {
  const { data, error, refresh } = useAnswer('GET /api/tools', {})
  if (error)
    return (
      <Page title="Tools">
        <Failure error={error} onRetry={refresh} />
      </Page>
    )
  if (!data)
    return (
      <Page title="Tools">
        <Skeleton height={300} />
      </Page>
    )
  const chosen = data.tools.find(({ action }) => action === item)
  if (chosen) return <ToolPage key={chosen.action} tool={chosen} />
  return <Catalog tools={data.tools} missing={item} />
}

function Catalog({ tools, missing }: { tools: readonly Tool[]; missing: string | undefined }) {
  const { router } = useShell()
  const [query, setQuery] = useState('')
  const byAgent = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    const found = tools.filter(({ action, title, description, agent }) =>
      words.every((word) => `${action} ${title} ${description} ${agent}`.toLowerCase().includes(word)),
    )
    return Object.entries(Object.groupBy(found, ({ agent }) => agent))
  }, [tools, query])
  return (
    <Page title="Tools" about={`${tools.length} tools for you, the chat and workflows.`}>
      <div className="relative max-w-md">
        <Search aria-hidden className="absolute start-3 top-3 size-4 text-ink-3" />
        <input
          type="search"
          aria-label="Search tools"
          placeholder="Search tools"
          className="min-h-10 w-full rounded-lg border border-line-strong bg-surface-1 ps-9 pe-3 placeholder:text-ink-3"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {missing !== undefined && (
        <p role="alert" className="rounded-lg bg-warn-soft px-4 py-3 text-sm wrap-anywhere text-warn">
          Unknown tool “{missing}”. These are available.
        </p>
      )}
      {byAgent.length === 0 && <Empty>No matches.</Empty>}
      {byAgent.map(([agent, list = []]) => (
        <section key={agent}>
          <h2 className="mb-2 text-sm font-semibold text-ink-2">{agent.replaceAll('_', ' ')}</h2>
          <ul className="grid gap-2 rail:grid-cols-2 wide:grid-cols-3">
            {list.map(({ action, title, description, risk }) => (
              <li key={action}>
                <button
                  type="button"
                  className="card flex h-full w-full flex-col items-start gap-1 px-4 py-3 text-start transition-colors hover:bg-surface-2"
                  onClick={() => router.go('tools', action)}
                >
                  <span className="flex w-full items-center justify-between gap-2">
                    <span className="clip font-medium">{title}</span>
                    <span className={`rounded-full px-2 text-xs leading-5 ${toneSoft[RISK_TONES[risk]]}`}>
                      {risk}
                    </span>
                  </span>
                  <span className="line-clamp-2 text-sm text-ink-3">{description}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

/** Runs the tool with what was filled in. */
function useRun(tool: Tool, args: Readonly<Record<string, unknown>>) {
  const service = useService()
  const [result, setResult] = useState<Envelope>()
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const run = async (event: FormEvent) => {
    event.preventDefault()
    if (leadToWrongField(event.currentTarget)) return
    setBusy(true)
    setProblem(undefined)
    try {
      const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
      setResult(await service.call('POST /execute_tool', { body: { tool_name: tool.action, args: given } }))
    } catch (error) {
      setResult(undefined)
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return { run, result, problem, busy }
}

function ToolPage({ tool }: { tool: Tool }) {
  const { router } = useShell()
  const [args, setArgs] = useState<Readonly<Record<string, unknown>>>({})
  const { run, result, problem, busy } = useRun(tool, args)
  const schema = tool.parameters as JsonSchema
  return (
    <Page
      title={tool.title}
      about={tool.description}
      actions={
        <Button onClick={() => router.go('tools')}>
          <ArrowLeft aria-hidden className="size-4" /> All tools
        </Button>
      }
    >
      {!tool.available && (
        <p role="note" className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
          This tool can't run on this machine.
        </p>
      )}
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <Card
          icon={<Wrench aria-hidden className="size-4" />}
          title={tool.action}
          state={
            <span className={`rounded-full px-2 leading-5 ${toneSoft[RISK_TONES[tool.risk]]}`}>
              {tool.risk}
            </span>
          }
        >
          <form className="flex flex-col gap-4" onSubmit={(event) => void run(event)}>
            <SchemaFields schema={schema} values={args} onChange={setArgs} />
            <ProblemNote error={problem} />
            <Button
              type="submit"
              look={tool.risk === 'dangerous' ? 'danger' : 'primary'}
              busy={busy}
              className="self-start"
            >
              Run
            </Button>
          </form>
        </Card>
        {result && <ToolResult result={result} />}
      </div>
    </Page>
  )
}
