import type { Handlers } from '../../../contract/endpoint.ts'
import type { Chat } from '../chat.ts'
import type { sessionEndpoints } from '../session-endpoints.ts'
import { exportChat, type DescribeParts } from './export-chat.ts'

interface SessionHandlersDeps {
  readonly chat: Pick<Chat, 'sessions' | 'stopIn'>
  readonly describe: DescribeParts
  readonly now: () => Date
}

/** Conversations; which model answers in one is for the chat itself to judge. */
export function sessionHandlers({
  chat,
  describe,
  now,
}: SessionHandlersDeps): Omit<Handlers<typeof sessionEndpoints>, 'chooseModel'> {
  return {
    listChats: ({ query }) => chat.sessions.list(query),
    readChat: ({ params }) => chat.sessions.read(params.session_id),
    renameChat: ({ params, body }) => chat.sessions.rename(params.session_id, body.title),
    pinChat: ({ params, body }) => chat.sessions.pin(params.session_id, body.pinned),
    exportChat: ({ params, query: { format = 'markdown' } }) =>
      exportChat(chat.sessions.read(params.session_id), { format, describe }),
    async trashChat({ params: { session_id } }) {
      await chat.stopIn(session_id)
      return chat.sessions.trash(session_id, now())
    },
    restoreChat: ({ params }) => chat.sessions.restore(params.session_id),
    async removeChat({ params: { session_id } }) {
      await chat.stopIn(session_id)
      await chat.sessions.remove(session_id)
      return { session_id, deleted: true }
    },
  }
}
