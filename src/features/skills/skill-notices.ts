import type { Log } from '../../contract/log.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Judged } from './judge-folders.ts'

export interface NoticesDeps {
  readonly notifications: Pick<Notifications, 'raise' | 'settle'>
  readonly log: Log
}

const KEY = 'skills:new'
const MAX_NAMED = 20

/** One notice about all that nobody has reviewed; none about those that the person has seen like this. */
export async function tellNews(
  { news, entries }: Judged,
  { notifications, log }: NoticesDeps,
): Promise<void> {
  const waiting = entries.filter(({ status }) => status === 'unconfirmed').map(({ name }) => name)
  try {
    if (waiting.length === 0) await notifications.settle(KEY)
    if (news.length > 0) await notifications.raise({ type: 'skill', dedupe_key: KEY, ...newsOf(waiting) })
  } catch (error) {
    log.error({ err: error }, "Couldn't report new skills.")
  }
}

function newsOf(names: readonly string[]): { title: string; message: string } {
  const [first = ''] = names
  if (names.length === 1)
    return {
      title: `The skill ${first} is waiting for you`,
      message: `No model hears of it until you review and enable it: deskhand skills enable ${first}.`,
    }
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return {
    title: `${names.length} skills are waiting for you`,
    message: `No model hears of them until you review and enable them: ${shown}${names.length > MAX_NAMED ? ', …' : ''}.`,
  }
}
