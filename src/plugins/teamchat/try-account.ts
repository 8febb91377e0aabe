import { textOf } from '../../platform/upstream/fields.ts'
import { connect, type ChatAccess } from './connection.ts'

/** Asks Slack whose token it is, and says in a sentence what came of it. */
export async function tryTeamChat(call: ChatAccess): Promise<string> {
  const answer = await connect(call).ask('auth.test', {})
  const [team, user] = [textOf(answer['team']), textOf(answer['user'])]
  return `Signed in to ${team ?? 'Slack'}${user === undefined ? '' : ` as ${user}`}.`
}
