import type { Trigger } from '../triggers/schemas.ts'
import type { StoredDefinition } from './schemas.ts'

/** What makes an automation a schedule: the clock starts it, and nothing else does. */
export function recurringTrigger({ triggers = [] }: StoredDefinition): Trigger<'schedule'> | undefined {
  const [only, another] = triggers
  return only?.type === 'schedule' && another === undefined ? only : undefined
}
