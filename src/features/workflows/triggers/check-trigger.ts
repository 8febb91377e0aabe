import type { ErrorIssue } from '../../../contract/errors.ts'
import { checkFor, nearestName } from '../../../platform/validation/validation.ts'
import { triggerTypeNames, triggerVariants, type TriggerType } from './schemas.ts'

/** What is wrong with the event that a step waits for; it is a trigger without an id. */
export function eventIssues(event: unknown): ErrorIssue[] {
  const { type } = (event ?? {}) as { type?: unknown }
  if (!isType(type)) {
    const near = typeof type === 'string' ? nearestName(type, triggerTypeNames) : undefined
    const instead = near === undefined ? `one of ${triggerTypeNames.join(', ')}` : `"${near}"?`
    return [{ path: '/type', message: `is not a type of event; did you mean ${instead}` }]
  }
  if (type === 'webhook' || type === 'chat')
    return [{ path: '/type', message: `can't be waited for: ${type} has no place to look at` }]
  return [...checkFor(triggerVariants[type], 'body')({ id: 'event', ...(event as object) })]
}

function isType(type: unknown): type is TriggerType {
  return (triggerTypeNames as readonly unknown[]).includes(type)
}
