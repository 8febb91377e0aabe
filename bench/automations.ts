import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestService, type TestService } from '../test/service.ts'
import { table } from './table.ts'

const ROUNDS = 40
const WARM_UP = 5

interface Source {
  readonly trigger: Readonly<Record<string, unknown>>
  happen(index: number, address: string | undefined): Promise<unknown>
}

/** How soon something that happens has begun the first step of its automation, in the whole service. */
export async function benchAutomations(): Promise<void> {
  console.log(`Automations: from an event to its first step, ${ROUNDS} times`)
  await using service = await startTestService()
  const folder = join(service.folder.root, '..', 'landing')
  await mkdir(folder, { recursive: true })
  const rows: (string | number)[][] = []
  for (const [name, source] of Object.entries(sourcesOf(service, folder))) {
    const times = (await measure(service, source)).toSorted((one, other) => one - other)
    rows.push([name, ...[0.5, 0.95, 1].map((part) => times[Math.ceil(part * times.length) - 1]!)])
  }
  console.log(table(['event', 'p50 ms', 'p95 ms', 'max ms'], rows))
}

function sourcesOf(service: TestService, folder: string): Record<string, Source> {
  const { store } = service.client
  return {
    'a stored value': {
      trigger: { type: 'store', key: 'bench' },
      happen: (index) => store.put({ params: { key: 'bench' }, body: { index } }),
    },
    'a webhook': {
      trigger: { type: 'webhook' },
      happen: (index, address = '') =>
        fetch(`${service.address}${address}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ index }),
        }),
    },
    'a file, settled at once': {
      trigger: { type: 'file', path: folder, settle_s: 0 },
      happen: (index) => writeFile(join(folder, `${index}.txt`), 'x'),
    },
  }
}

async function measure({ client }: TestService, { trigger, happen }: Source): Promise<number[]> {
  const steps = [{ id: 'note', agent: 'flow', action: 'SET_VALUES', args: { values: {} }, depends_on: [] }]
  const definition = { name: 'Bench', steps, triggers: [{ id: 'it', ...trigger }] }
  const saved = await client.automations.create({ body: definition as never })
  const params = { automation_id: saved.automation_id }
  const address = saved.trigger_states[0]?.address
  if (address === undefined) while ((await checkedAt(client, params)) === null) await sleep(20)
  const times: number[] = []
  let last: string | undefined
  for (let index = 0; index < ROUNDS + WARM_UP; index += 1) {
    const started = Date.now()
    await happen(index, address)
    const workflow_id = await nextRun(client, { params, last })
    last = workflow_id
    const { events } = await client.workflows.history({ params: { workflow_id }, query: {} })
    const began = events.find(({ type }) => type === 'step.started')!
    if (index >= WARM_UP) times.push(Date.parse(began.at) - started)
  }
  await client.automations.remove({ params })
  return times
}

type Client = TestService['client']

async function checkedAt(client: Client, params: { automation_id: string }): Promise<string | null> {
  return (await client.automations.read({ params })).trigger_states[0]!.checked_at
}

/** The run that comes after another one, once it has ended. */
async function nextRun(
  client: Client,
  { params, last }: { params: { automation_id: string }; last: string | undefined },
): Promise<string> {
  for (;;) {
    const { last_run } = await client.automations.read({ params })
    if (last_run && last_run.workflow_id !== last && last_run.status === 'completed')
      return last_run.workflow_id
    await sleep(5)
  }
}

if (import.meta.main) await benchAutomations()
