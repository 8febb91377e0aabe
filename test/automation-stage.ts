import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AutomationDefinition } from '../src/features/workflows/automations/schemas.ts'
import type { EventRow } from '../src/features/workflows/triggers/event-rows.ts'
import { step, type Stage, type WorkflowRecord } from './workflow-stage.ts'

export const feed = { id: 'news', type: 'feed', url: 'https://example.org/feed' } as const
export const echo = step('say', 'ECHO', { args: { value: '$event.key' } })

export function definition(more: Partial<AutomationDefinition> = {}): AutomationDefinition {
  return { name: 'Read news', steps: [echo], triggers: [feed], ...more }
}

/** An automation whose triggers have been looked at once: from then on nothing is missed. */
export async function automate(stage: Stage, more: Partial<AutomationDefinition> = {}): Promise<string> {
  const { automation_id } = await stage.workflows.automations.create(definition(more), 'local-client')
  await stage.workflows.triggers.settled()
  return automation_id
}

export async function runsOf(stage: Stage, id: string): Promise<WorkflowRecord[]> {
  const { workflows } = await stage.call('list', { query: { limit: 500 } })
  const own = workflows.filter(({ automation_id }) => automation_id === id).toReversed()
  return Promise.all(own.map(({ workflow_id }) => stage.read(workflow_id)))
}

/** Waits until so many runs have ended. */
export async function untilRuns(stage: Stage, id: string, count: number): Promise<WorkflowRecord[]> {
  for (;;) {
    const runs = await runsOf(stage, id)
    if (runs.filter(({ status }) => status === 'completed' || status === 'failed').length >= count)
      return runs
    await sleep(5)
  }
}

export async function untilEvents(
  stage: Stage,
  id: string,
  areThere: (events: readonly EventRow[]) => boolean,
): Promise<readonly EventRow[]> {
  for (;;) {
    const events = await stage.workflows.automations.events(id, { before: 1e9, limit: 500 })
    if (areThere(events)) return events.toReversed()
    await sleep(5)
  }
}

export const said = (runs: readonly WorkflowRecord[]) =>
  runs.map(({ results }) => (results['say']?.data as { value?: unknown } | undefined)?.value)

export function hmacOf(key: string, body: Buffer): string {
  return createHmac('sha256', key).update(body).digest('hex')
}
