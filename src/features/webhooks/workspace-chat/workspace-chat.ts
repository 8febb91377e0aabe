import { AppError } from '../../../contract/errors.ts'
import { words } from '../../../contract/text/blocks.ts'
import { respondTo } from '../../../platform/correspondence/conversation.ts'
import { eventOf } from '../../../platform/correspondence/heard.ts'
import { within } from '../../../platform/correspondence/patience.ts'
import { verifyWorkspaceToken } from '../verification/workspace-token.ts'
import { takeNew } from '../take-new.ts'
import type { WebhookContext, Received } from '../webhook-context.ts'
import { readWorkspaceEvent } from './read-event.ts'
import { workspaceReply } from './workspace-reply.ts'

/** Google Chat. It takes one answer, in time; a later one is a message of our own, for which we need an account. */
export class WorkspaceChat {
  readonly #around: WebhookContext

  constructor(context: WebhookContext) {
    this.#around = context
  }

  async receive({ body, authorization, signal }: Received): Promise<Readonly<Record<string, unknown>>> {
    const { settings, database, now, patience, late } = this.#around
    const identity = this.#identity()
    await verifyWorkspaceToken(authorization, identity, this.#around)
    const heard = readWorkspaceEvent(eventOf(body))
    await takeNew(database, { provider: 'workspace-chat', event: heard.event, now: now() })
    const setting = 'WORKSPACE_CHAT_USERS'
    const users = settings.get(setting)
    const audience = { provider: 'workspace-chat', users, setting, to: heard.reply_to } as const
    const response = await respondTo(heard, audience, this.#around)
    if ('blocks' in response) return workspaceReply(response.blocks, heard.format)
    const blocks = await within(response.answer, { ms: patience.workspaceMs, signal })
    if (blocks) return workspaceReply(blocks, heard.format)
    if (!late.canSend('workspace-chat')) return workspaceReply(words(TOO_LATE), heard.format)
    await late.promise(response, { provider: 'workspace-chat', to: heard.reply_to })
    return workspaceReply(words('Working on it …'), heard.format)
  }

  #identity() {
    const audience = this.#around.settings.get('WORKSPACE_CHAT_AUDIENCE')?.trim() ?? ''
    if (audience === '')
      throw new AppError(
        'not_configured',
        'Workspace chat is off until the WORKSPACE_CHAT_AUDIENCE setting gives the audience of its tokens.',
      )
    return { audience, project_number: this.#around.settings.get('WORKSPACE_CHAT_PROJECT_NUMBER') }
  }
}

const TOO_LATE =
  "This is taking longer than I can wait here. I'm still working on it; the answer will be in Deskhand on your computer."
