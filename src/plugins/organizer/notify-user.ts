import { isPersonal } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { literals } from '../../contract/schema.ts'
import { defineTool, type AnyTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'

/** What the tool needs of the notifications. */
export interface Notices {
  raise(draft: {
    readonly type: string
    readonly level: 'info' | 'success' | 'warning' | 'error'
    readonly title: string
    readonly message: string
    readonly action?: { readonly kind: 'chat'; readonly message: string }
  }): Promise<unknown>
}

const Params = Type.Object({
  message: Type.String({ minLength: 1, maxLength: 4_000, pattern: '\\S', description: 'The message' }),
  title: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'A short title' }),
  ),
  ask: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      pattern: '\\S',
      description: 'What the chat is asked when the user opens it. Only a person can set it',
    }),
  ),
  level: Type.Optional(
    literals(['info', 'success', 'warning', 'error'], {
      default: 'info',
      description: 'How much it matters',
    }),
  ),
})

const Data = Type.Object({
  title: Type.String({ description: 'The title' }),
  message: Type.String({ description: 'The message' }),
})

export function createNotifyUser(notices: Notices): AnyTool {
  return defineTool({
    action: 'NOTIFY_USER',
    title: 'Show a notification',
    description:
      'Shows the user a notification on this machine. Use it as the last step of a schedule that reports something.',
    params: Params,
    data: Data,
    risk: 'write',
    reads: [],
    idempotent: false,
    example: { args: { title: 'Backup', message: 'The backup of Documents is done.' } },
    async run({ message, title = 'Deskhand', level = 'info', ask }, { provenance }) {
      // Whoever opens it says these words: nobody else may put them into a person's mouth.
      if (ask !== undefined && !isPersonal(provenance))
        throw new AppError('forbidden', 'Leave out ask: only a person can set it.')
      const action = ask === undefined ? {} : { action: { kind: 'chat', message: ask } as const }
      await notices.raise({ type: 'told', level, title, message, ...action })
      return { message: `Notified the user: ${message.slice(0, 200)}`, data: { title, message } }
    },
  })
}
