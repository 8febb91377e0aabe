import { textOf } from '../../features/chat/sessions/component-text.ts'
import { createWebhooks, type Webhooks } from '../../features/webhooks/webhooks.ts'
import type { Ground } from '../lifecycle/ground.ts'
import { fillLive } from './live-answers.ts'
import type { Parts } from './services.ts'

export function createWebhooksPart(
  ground: Ground,
  { chat, liveData }: Pick<Parts, 'chat' | 'liveData'>,
  opened: AsyncDisposableStack,
): Webhooks {
  const webhooks = createWebhooks({
    ...ground,
    chat,
    read: (component) => textOf([component]),
    fill: (components) => fillLive(components, liveData.needs),
  })
  opened.defer(() => webhooks.close())
  return webhooks
}
