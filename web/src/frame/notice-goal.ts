import type { Action } from '../../../src/components/action.ts'
import { performHere } from '../../../src/components/view-kit/perform-action.ts'
import type { Shell } from './shell.ts'
import { type Notification, isAboutApproval } from './notice.ts'

type Noticed = Pick<Notification, 'id' | 'type' | 'action'>

/** Whether there is something to be led to. */
export function hasGoal({ type, action }: Noticed): boolean {
  return action !== null || isAboutApproval({ type }) || type === 'schedule_failed'
}

/** Goes to what a notice is about: a flow, a question, a conversation or a page. It counts as read then. */
export async function goToNotice(notice: Noticed, { service, context, layer }: Shell): Promise<void> {
  service.call('POST /api/notifications/:id/read', { params: { id: notice.id } }).catch(() => {})
  const { action, type } = notice
  // It is about several, which are all in the inbox.
  if (type === 'digest') return layer.set('tray')
  if (action?.kind === 'workflow' && typeof action['workflow_id'] === 'string')
    context.show('flows', action['workflow_id'])
  else if (action) await performHere(action as unknown as Action, { service, context })
  else if (type === 'schedule_failed') context.show('flows')
  else layer.set('tray')
}

/** By its id alone. What leads nowhere, and a question, is shown in the tray. */
export async function showNotice(id: string | undefined, shell: Shell): Promise<void> {
  const { notifications } = await shell.service
    .call('GET /api/notifications', { query: { limit: 50 } })
    .catch(() => ({ notifications: [] }))
  const notice = notifications.find((one) => one.id === id)
  if (notice && hasGoal(notice)) await goToNotice(notice, shell)
  else shell.layer.set('tray')
}
