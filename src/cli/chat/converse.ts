import type { Confirmation } from '../../contract/confirmation.ts'
import { askApproval, type Decided } from '../commands/approval.ts'
import type { CommandCall } from '../command.ts'
import { drawAnswer } from '../draw-answer.ts'
import { exitCode, type ExitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'
import { printable } from '../terminal/text-width.ts'
import type { WorkflowRecord } from '../commands/workflow-record.ts'
import { AnswerScreen } from './answer-screen.ts'
import { late, runsOf } from './next-runs.ts'
import { play } from './play/play.ts'
import { askRun, followRun, type Question, type RunEvent } from './run-events.ts'

export interface Answered {
  readonly exit: number
  readonly sessionId: string | undefined
}

/** Says one thing and shows all that comes of it: the answer, questions to the person, and workflows to their end. */
export async function converse(question: Question, call: CommandCall): Promise<Answered> {
  return show(askRun(question, call), call)
}

async function show(events: AsyncGenerator<RunEvent>, call: CommandCall): Promise<Answered> {
  return settle(await draw(events, call), call)
}

interface Drawn {
  readonly screen: AnswerScreen
  readonly exit: ExitCode
}

/** Whatever an answer leaves to be done here: questions, workflows, games. */
async function settle(drawn: Drawn, call: CommandCall): Promise<Answered> {
  const { screen, exit } = drawn
  const { sessionId } = screen
  if (exit !== exitCode.ok) return { exit, sessionId }
  const isPlan = call.terminal.canAsk && screen.questions.some(({ workflow_id }) => workflow_id !== undefined)
  const last = isPlan ? await settlePlan(drawn, call) : await settleOpen(drawn, call)
  for (const game of screen.games.values()) await play(game, call.terminal)
  return { exit: last, sessionId }
}

async function settleOpen({ screen, exit }: Drawn, call: CommandCall): Promise<number> {
  let last: number = screen.hasProblem ? exitCode.failed : exit
  for (const confirmation of screen.questions)
    last = await answerQuestion(confirmation, call, screen.sessionId)
  for (const task of screen.openTasks) last = await followTask(task.workflow_id, call)
  return last
}

/** After a plan that had to be approved the model goes on, in another run. */
async function settlePlan(plan: Drawn, call: CommandCall): Promise<number> {
  const following = new AbortController()
  const runs = await runsOf(plan.screen.sessionId, call, following.signal)
  try {
    const last = await settleOpen(plan, call)
    for (;;) {
      const next = await Promise.race([runs.next(), late()])
      if (!next || next.done) return last
      const drawn = await draw(followRun(next.value, call), call)
      if (!onlyAsksFor(plan.screen, drawn.screen)) return (await settle(drawn, call)).exit
    }
  } finally {
    following.abort()
  }
}

/** A run that shows another question of the plan, for whoever reads the conversation; here it was asked on the way. */
function onlyAsksFor(plan: AnswerScreen, { questions, openTasks }: AnswerScreen): boolean {
  const asked = new Set(plan.questions.map(({ workflow_id }) => workflow_id))
  const isOfPlan = questions.length > 0 && questions.every(({ workflow_id }) => asked.has(workflow_id))
  return isOfPlan && openTasks.length === 0
}

async function draw(events: AsyncGenerator<RunEvent>, call: CommandCall): Promise<Drawn> {
  using screen = new AnswerScreen(call)
  const interruption = onInterrupt(() => void stop(screen, call))
  try {
    let exit: ExitCode = exitCode.ok
    for await (const event of events) {
      await screen.add(event)
      if (event.type === 'run.error') exit = failed(event.message, call)
      if (event.type === 'run.end') exit = exitOf(event)
    }
    return { screen, exit }
  } finally {
    interruption[Symbol.dispose]()
  }
}

function exitOf({ outcome, components }: Extract<RunEvent, { type: 'run.end' }>): ExitCode {
  if (outcome === 'cancelled') return exitCode.interrupted
  return components.at(-1)?.type === 'error' ? exitCode.failed : exitCode.ok
}

function failed(message: string, { terminal }: CommandCall): ExitCode {
  terminal.problem(message)
  return exitCode.failed
}

/** The first Ctrl-C stops the answer, the second one the program. */
function onInterrupt(act: () => void): Disposable {
  let isAsked = false
  const interrupt = () => {
    if (isAsked) process.exit(exitCode.interrupted)
    isAsked = true
    act()
  }
  process.on('SIGINT', interrupt)
  return { [Symbol.dispose]: () => void process.off('SIGINT', interrupt) }
}

async function stop({ runId }: AnswerScreen, call: CommandCall): Promise<void> {
  if (runId === undefined) process.exit(exitCode.interrupted)
  try {
    const body = JSON.stringify({ run_id: runId })
    await callServiceForJson(call, { method: 'POST', path: '/chat/stop', body })
  } catch {
    // It has just ended by itself, or the service is gone, and then the stream says so.
  }
}

async function answerQuestion(
  confirmation: Confirmation,
  call: CommandCall,
  sessionId: string | undefined,
): Promise<number> {
  const { terminal } = call
  if (!terminal.canAsk) {
    terminal.print(await drawAnswer([confirmation], call))
    terminal.hint('Waiting for approval. Answer with "deskhand approvals" or in the browser.')
    return exitCode.failed
  }
  // Whoever answers goes on with another run of the conversation, which is told only here.
  const following = new AbortController()
  const runs = await runsOf(sessionId, call, following.signal)
  try {
    const decided = await askApproval(confirmation, call)
    const { approved, components } = decided
    terminal.hint(outcomeOf(confirmation, decided, call))
    const next =
      confirmation.workflow_id === undefined ? await Promise.race([runs.next(), late()]) : undefined
    if (next && !next.done) return (await show(followRun(next.value, call), call)).exit
    terminal.print(await drawAnswer(components, call))
    return approved ? exitCode.ok : exitCode.interrupted
  } finally {
    following.abort()
  }
}

/** What became of it, from us: whoever goes on talking may say something else. */
function outcomeOf(
  { action }: Confirmation,
  { approved, result }: Decided,
  { terminal }: CommandCall,
): string {
  if (!approved) return `${terminal.style('red', '✖')} Not done.`
  if (!result) return `${terminal.style('green', '✔')} Approved.`
  if (result.success) return `${terminal.style('green', '✔')} ${printable(action)}`
  return `${terminal.style('red', '✖')} ${printable(`${action}  ${result.message}`)}`
}

async function followTask(id: string, call: CommandCall): Promise<number> {
  const { followWorkflow } = await import('../commands/follow-workflow.ts')
  const path = `/api/workflows/${encodeURIComponent(id)}`
  return followWorkflow(await callServiceForJson<WorkflowRecord>(call, { method: 'GET', path }), call)
}
