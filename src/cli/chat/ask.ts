import type { ChatReply } from '../../features/chat/schemas.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { drawAnswer } from '../draw-answer.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'
import { namedSession } from './session.ts'

/** `deskhand "what's the weather in Oslo"`: one question, one answer. */
export async function run(call: CommandCall): Promise<number> {
  const message = call.positionals.join(' ').trim()
  if (message === '')
    throw new CommandError(
      `Say something, for example: deskhand "what's the weather in Oslo"`,
      exitCode.usage,
    )
  const session_id = await namedSession(call)
  const question = { message, ...(session_id !== undefined && { session_id }) }
  if (call.terminal.json || call.reach) return answerAtOnce(question, call)
  const { converse } = await import('./converse.ts')
  return (await converse(question, call)).exit
}

/** The whole answer in one piece, for scripts and for whoever asks from inside the service. */
async function answerAtOnce(question: object, call: CommandCall): Promise<number> {
  const reply = await callServiceForJson<ChatReply>(call, {
    method: 'POST',
    path: '/chat',
    body: JSON.stringify(question),
    signal: new AbortController().signal,
  })
  const { terminal } = call
  call.onComponents?.(reply.components)
  let hasFailed = reply.components.at(-1)?.type === 'error'
  const onProblem = () => (hasFailed = true)
  // Nobody can be asked here, so it is not done.
  if (reply.components.some(({ type }) => type === 'confirmation')) {
    hasFailed = true
    terminal.hint('Waiting for approval. Answer with "deskhand approvals" or in the browser.')
  }
  if (terminal.json) terminal.result(reply, () => '')
  else terminal.print(await drawAnswer(reply.components, call, { onProblem }))
  return hasFailed ? exitCode.failed : exitCode.ok
}
