import type { CommandCall } from '../command.ts'
import { callServiceForJson } from '../running-service.ts'

/**
 * The conversation that `--session` names. The service would begin one of that name, but who misspelt it would not want
 * that.
 */
export async function namedSession(call: CommandCall): Promise<string | undefined> {
  const { session } = call.flags
  if (typeof session !== 'string') return undefined
  await callServiceForJson(call, { method: 'GET', path: `/api/chats/${encodeURIComponent(session)}` })
  return session
}
