import { triggerVariants, type TriggerType } from '../../../../src/features/workflows/triggers/schemas.ts'
import { scheduleInWords } from '../../../../src/contract/schedule-words.ts'
import type { Trigger } from './draft.ts'

export const TRIGGER_TITLES: Readonly<Record<TriggerType, string>> = {
  file: 'File',
  mail: 'Email',
  calendar: 'Calendar',
  feed: 'Feed',
  webhook: 'Webhook',
  store: 'Stored value',
  metric: 'System metric',
  notification: 'Notification',
  workflow: 'Workflow',
  chat: 'Chat phrase',
  schedule: 'Schedule',
}

export function triggerAbout(type: TriggerType): string {
  return (triggerVariants[type] as { description?: string }).description ?? ''
}

type InWords = { readonly [Type in TriggerType]?: (trigger: Trigger & { type: Type }) => string }

const IN_WORDS: InWords = {
  file: ({ path }) => `in ${path || 'a folder'}`,
  mail: ({ folder = 'INBOX' }) => `in ${folder}`,
  feed: ({ url }) => url || 'no address yet',
  store: ({ key }) => key || 'no key yet',
  metric: ({ when }) => when,
  chat: ({ phrases }) => phrases.map((phrase) => `“${phrase}”`).join(', ') || 'no phrase yet',
  workflow: ({ automation = 'any workflow', status = ['failed'] }) => `${automation}: ${status.join(', ')}`,
  schedule: ({ cron = null, every = null }) =>
    cron === null && every === null
      ? 'no time yet'
      : scheduleInWords({ cron, every } as Parameters<typeof scheduleInWords>[0]),
}

/** What starts an automation, in a few words. */
export function triggerInWords(trigger: Trigger): string {
  const inWords = IN_WORDS[trigger.type] as ((trigger: Trigger) => string) | undefined
  return inWords?.(trigger) ?? triggerAbout(trigger.type)
}
