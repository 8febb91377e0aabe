import type { Handlers } from '../../../contract/endpoint.ts'
import type { Chat } from '../chat.ts'
import type { sessionEndpoints } from '../session-endpoints.ts'
import { exportChat, type DescribeParts } from './export-chat.ts'

interface SessionHandlersDeps {
  readonly chat: Pick<Chat, 'sessions' | 'stopIn'>
  readonly describe: DescribeParts
  readonly now: () => Date
  /** A conversation was renamed, pinned, deleted or brought back. */
  readonly onChatChanged: (session_id: string) => void
}

/** Conversations; which model answers in one is for the chat itself to judge. */
export function sessionHandlers({
  chat,
  describe,
  now,
  onChatChanged,
}: SessionHandlersDeps): Omit<Handlers<typeof sessionEndpoints>, 'chooseModel'> {
  const { sessions } = chat
  const told = async <Changed extends { session_id: string }>(change: Promise<Changed>): Promise<Changed> => {
    const changed = await change
    onChatChanged(changed.session_id)
    return changed
  }
  return {
    listChats: ({ query }) => sessions.list(query),
    readChat: ({ params }) => sessions.read(params.session_id),
    renameChat: ({ params, body }) => told(sessions.rename(params.session_id, body.title)),
    pinChat: ({ params, body }) => told(sessions.pin(params.session_id, body.pinned)),
    exportChat: ({ params, query: { format = 'markdown' } }) =>
      exportChat(sessions.read(params.session_id), { format, describe }),
    async trashChat({ params: { session_id } }) {
      await chat.stopIn(session_id)
      return told(sessions.trash(session_id, now()))
    },
    restoreChat: ({ params }) => told(sessions.restore(params.session_id)),
    async removeChat({ params: { session_id } }) {
      await chat.stopIn(session_id)
      await sessions.remove(session_id)
      onChatChanged(session_id)
      return { session_id, deleted: true }
    },
  }
}
