import { durationText } from '../../../platform/language/values/durations.ts'
import type { Trigger } from '../triggers/schemas.ts'

type Told = { readonly [Type in Trigger['type']]: (trigger: Trigger<Type>) => string }

const EVENTS = { created: 'is added to', changed: 'changes in', removed: 'disappears from' } as const

const TOLD: Told = {
  file: ({ path, events = ['created', 'changed'] }) =>
    `when something ${events.map((event) => EVENTS[event]).join(' or ')} ${path}`,
  mail: ({ folder }) => (folder === undefined ? 'when mail arrives' : `when mail arrives in ${folder}`),
  calendar: ({ before_s = 600 }) =>
    before_s === 0 ? 'when an appointment starts' : `${durationText(before_s)} before an appointment`,
  feed: ({ url }) => `when ${url} has something new`,
  webhook: () => 'when its webhook is called',
  store: ({ key }) => `when ${key} changes`,
  metric: () => 'while the machine is watched',
  notification: () => 'when a notification is raised',
  workflow: ({ status = ['failed'] }) => `when a workflow is ${status.join(' or ')}`,
  chat: ({ phrases }) => `when you say ${phrases.map((phrase) => `"${phrase}"`).join(' or ')}`,
  schedule: ({ cron, every }) => (cron === undefined ? `every ${every}` : `at the times ${cron}`),
}

/** What starts it, read back so that a person sees what was understood. */
export function triggerText(triggers: readonly Trigger[]): string {
  const told = triggers.map((trigger) => {
    const text = (TOLD[trigger.type] as (one: Trigger) => string)(trigger)
    return trigger.when === undefined ? text : `${text}, if ${trigger.when}`
  })
  return `It would start ${told.join('; or ')}.`
}
