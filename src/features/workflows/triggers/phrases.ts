import { randomUUID } from 'node:crypto'
import { isFromOutside, type Provenance } from '../../../contract/endpoint.ts'
import { findAutomation } from '../automations/automation-rows.ts'
import type { WorkflowEngine } from '../engine/engine.ts'
import type { Trigger } from './schemas.ts'
import { triggerOf, triggersOfType } from './trigger-rows.ts'
import type { Triggers } from './triggers.ts'

/** Starts the automations that have what was said as one of their phrases; the answer are their names. */
export async function startByPhrase(
  message: string,
  { engine, triggers, now }: { engine: WorkflowEngine; triggers: Triggers; now: () => Date },
  by: Provenance,
): Promise<string[]> {
  const said = plain(message)
  const started: string[] = []
  for (const row of await engine.backend.read(triggersOfType('chat'))) {
    const { phrases, enabled } = triggerOf(row) as Trigger<'chat'>
    if (enabled === false || !phrases.some((phrase) => plain(phrase) === said)) continue
    const automation = await engine.backend.read(findAutomation(row.owner))
    if (automation?.enabled !== 1) continue
    const data = { message, by, outside: isFromOutside(by) }
    await triggers.push(row, { key: randomUUID(), at: now().toISOString(), data })
    started.push(automation.name)
  }
  return started
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
