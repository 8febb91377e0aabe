import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson, folderOf, requireService } from '../running-service.ts'
import { converse, type Answered } from './converse.ts'
import { namedSession } from './session.ts'
import { typedMessages } from './typed-messages.ts'
import { stampInWords } from '../terminal/words.ts'
import { askRun, type Question } from './run-events.ts'

const HELP = [
  '/new    start another conversation',
  '/chats  list recent conversations; "deskhand chat --session ID" continues one',
  '/quit   leave (or press Ctrl-D)',
  'Ctrl-C stops an answer. End a line with \\ to continue on the next one.',
].join('\n')

/** `deskhand chat`: a conversation in the terminal. What is piped in is said line by line. */
export async function run(call: CommandCall): Promise<number> {
  const { terminal } = call
  requireService(folderOf(call))
  let sessionId = await namedSession(call)
  if (terminal.isInteractive) terminal.print(terminal.style('gray', 'Type a message, or /help for commands.'))
  let exit: number = exitCode.ok
  for await (const message of typedMessages(call)) {
    if (message === '/quit' || message === '/exit') break
    if (message === '/new') sessionId = undefined
    else if (/^\/\w+$/.test(message)) await meta(message, call)
    else {
      const answered = await say({ message, session_id: sessionId }, call)
      sessionId = answered.sessionId ?? sessionId
      exit = answered.exit
      if (terminal.isInteractive) terminal.print()
    }
  }
  // A person has seen what went wrong; a script wants to know it.
  return terminal.canAsk ? exitCode.ok : exit
}

async function say(question: { message: string; session_id: string | undefined }, call: CommandCall) {
  if (call.terminal.json) return followRunAsLines(question, call)
  try {
    return await converse(question, call)
  } catch (error) {
    if (!(error instanceof CommandError) || error.exit === exitCode.notRunning) throw error
    call.terminal.problem(error.message)
    return { exit: error.exit, sessionId: question.session_id }
  }
}

async function meta(message: string, call: CommandCall): Promise<void> {
  const { terminal } = call
  if (message === '/chats') return listChats(call)
  terminal.print(message === '/help' ? HELP : `Unknown command "${message}". Type /help for a list.`)
}

interface Chats {
  readonly chats: readonly { session_id: string; title: string; updated_at: string }[]
}

async function listChats(call: CommandCall): Promise<void> {
  const { chats } = await callServiceForJson<Chats>(call, { method: 'GET', path: '/api/chats?limit=20' })
  const rows = chats.map(({ session_id, title, updated_at }) => [session_id, stampInWords(updated_at), title])
  call.terminal.print(call.terminal.table(['id', 'last', 'about'], rows))
}

/** For scripts: every event of the answer, one JSON object a line. */
async function followRunAsLines(question: Question, call: CommandCall): Promise<Answered> {
  let exit: number = exitCode.ok
  let sessionId: string | undefined
  for await (const event of askRun(question, call)) {
    call.terminal.print(JSON.stringify(event))
    if (event.type === 'run.start') sessionId = event.session_id
    // What waits for a yes that nobody can give here is not done.
    if (event.type === 'run.error' || (event.type === 'run.end' && event.outcome === 'interrupt'))
      exit = exitCode.failed
  }
  return { exit, sessionId }
}
