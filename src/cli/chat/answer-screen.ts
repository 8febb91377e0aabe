import {
  isWorkflow,
  withStep,
  type Task,
  type WorkflowTask,
} from '../../components/task-tracker/live-steps.ts'
import type { Component } from '../../contract/component-schema.ts'
import type { Confirmation } from '../../contract/confirmation.ts'
import type { CommandCall } from '../command.ts'
import { drawAnswer, inkFor } from '../draw-answer.ts'
import { MarkdownLines } from '../draw/markdown.ts'
import { drawTask } from '../draw/draw-task.ts'
import { LiveRegion } from '../terminal/live-region.ts'
import { printable, printableLines, wrapped } from '../terminal/text-width.ts'
import { isPlayed } from './play/play.ts'
import type { RunEvent } from './run-events.ts'

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>
type TextDelta = Extract<RunEvent, { readonly delta: string }>

/** Draws an answer as it arrives: whole lines stay, what still changes stands below them. */
export class AnswerScreen implements Disposable {
  readonly #call: CommandCall
  readonly #region: LiveRegion
  readonly #shown = new Map<string, string>()
  readonly #tools = new Map<string, string>()
  readonly #tasks = new Map<string, WorkflowTask>()
  /** Plans that the assistant keeps, by component. */
  readonly #plans = new Map<string, Task>()
  #markdown: { readonly id: string; readonly lines: MarkdownLines; tail: string } | undefined
  #waitsFor: string | undefined = 'Thinking …'
  #hasWritten = false
  /** What a person must decide before it goes on. */
  readonly questions: Confirmation[] = []
  /** What is played once the answer is whole. */
  readonly games = new Map<string, Component>()
  /** Whether something of the answer could not be fetched. */
  hasProblem = false
  runId: string | undefined
  sessionId: string | undefined

  constructor(call: CommandCall) {
    this.#call = call
    this.#region = new LiveRegion(call.terminal)
  }

  async add(event: RunEvent): Promise<void> {
    if (event.type === 'run.start') {
      this.runId = event.run_id
      this.sessionId = event.session_id
    } else if (event.type === 'text.delta') this.#write(event)
    else if (event.type === 'component.add') await this.#place(event)
    else if (event.type === 'approval.request') this.questions.push(event.confirmation)
    else if (event.type === 'notice') this.#region.commit([this.#style('yellow', printable(event.text))])
    else if (event.type === 'run.end') await this.#finish(event.components)
    else this.#work(event)
    this.#refresh()
  }

  /** The workflows of the answer that go on, or wait for a person. */
  get openTasks(): readonly WorkflowTask[] {
    return [...this.#tasks.values()].filter(({ status }) => status === 'running' || status === 'waiting')
  }

  [Symbol.dispose](): void {
    this.#endText()
    this.#region.clear()
  }

  #style(style: Parameters<CommandCall['terminal']['style']>[0], text: string): string {
    return this.#call.terminal.style(style, text)
  }

  /** Steps and tools: a line while they go on, and one that stays when they have ended. */
  #work(event: RunEvent): void {
    if (event.type === 'tool.start') this.#tools.set(event.call_id, event.action)
    else if (event.type === 'component.patch') this.#patchPlan(event)
    else if (event.type === 'tool.progress') this.#progress(event)
    else if (event.type === 'tool.end') this.#endTool(event)
    else if (event.type === 'step.start' || event.type === 'step.end') this.#step(event)
  }

  #progress({ call_id, fraction, message }: EventOf<'tool.progress'>): void {
    const action = this.#tools.get(call_id)?.split('  ')[0] ?? 'Tool'
    const share = fraction === undefined ? '' : `${Math.round(fraction * 100)} % `
    this.#tools.set(call_id, `${action}  ${share}${message ?? ''}`)
  }

  #endTool({ call_id, result }: EventOf<'tool.end'>): void {
    const action = this.#tools.get(call_id)?.split('  ')[0] ?? 'Tool'
    this.#tools.delete(call_id)
    // The question itself comes next.
    if (waitsForApproval(result)) return
    const mark = result.success ? this.#style('green', '✔') : this.#style('red', '✖')
    const [first = '', ...more] = wrapped(
      `${printable(action)}  ${printable(result.message)}`,
      this.#call.terminal.width - 4,
    )
    this.#endText()
    this.#region.commit([
      `${mark} ${this.#style('gray', first)}`,
      ...more.map((line) => `  ${this.#style('gray', line)}`),
    ])
  }

  #step({ workflow_id, step_id, status, message }: EventOf<'step.start' | 'step.end'>): void {
    const task = this.#tasks.get(workflow_id)
    if (!task) return
    this.#tasks.set(
      workflow_id,
      withStep(task, { seq: 0, type: 'step.updated', workflow_id, step_id, status, message } as never),
    )
  }

  #write({ id, delta }: TextDelta): void {
    if (this.#markdown?.id !== id) {
      this.#endText()
      if (this.#hasWritten) this.#region.commit([''])
      this.#hasWritten = true
      this.#markdown = { id, lines: new MarkdownLines(inkFor(this.#call.terminal)), tail: '' }
      this.#shown.set(id, '')
    }
    const lines = (this.#markdown.tail + delta).split('\n')
    this.#markdown.tail = lines.pop() ?? ''
    for (const line of printableLines(lines.join('\n')).slice(0, lines.length))
      this.#region.commit(this.#markdown.lines.push(line))
  }

  #endText(): void {
    if (!this.#markdown) return
    const { lines, tail } = this.#markdown
    this.#markdown = undefined
    this.#region.commit([...(tail === '' ? [] : lines.push(printable(tail))), ...lines.end()])
  }

  async #place({ component, status }: EventOf<'component.add'>): Promise<void> {
    if (status === 'loading') this.#waitsFor = `${component.type} …`
    else if (component.type === 'task_tracker') {
      const task = component['data'] as Task
      if (isWorkflow(task)) this.#tasks.set(task.workflow_id, task)
      else this.#plans.set(idOf(component), task)
      this.#shown.set(idOf(component), '')
    } else if (component.type !== 'confirmation' && !this.#heldAsGame(component)) await this.#draw(component)
  }

  #heldAsGame(component: Component): boolean {
    if (!isPlayed(component, this.#call.terminal)) return false
    this.games.set(idOf(component), component)
    this.#shown.set(idOf(component), '')
    return true
  }

  async #draw(component: Component): Promise<void> {
    this.#endText()
    const { sessionId } = this
    const onProblem = () => (this.hasProblem = true)
    const text = await drawAnswer([component], this.#call, { sessionId, onProblem })
    this.#shown.set(idOf(component), JSON.stringify(component))
    this.#block(text.split('\n'))
  }

  /** Something of its own, with air before it. */
  #block(lines: readonly string[]): void {
    this.#region.commit(this.#hasWritten ? ['', ...lines] : lines)
    this.#hasWritten = true
  }

  /** What the service says at the end is what counts: what was patched since it was drawn is drawn again. */
  async #finish(components: readonly Component[]): Promise<void> {
    this.#endText()
    for (const component of components) {
      if (component.type === 'task_tracker') this.#settle(component['data'] as Task)
      else if (component.type === 'confirmation') this.#ask(component as unknown as Confirmation)
      else if (!this.#heldAsGame(component) && this.#isNew(component)) await this.#draw(component)
    }
  }

  #isNew(component: Component): boolean {
    const before = this.#shown.get(idOf(component))
    return before === undefined || (before !== '' && before !== JSON.stringify(component))
  }

  /** A plan is told anew as a whole. */
  #patchPlan({ id, patch }: EventOf<'component.patch'>): void {
    const [change] = patch
    if (this.#plans.has(id) && change?.path === '/data') this.#plans.set(id, change.value as Task)
  }

  #settle(task: Task): void {
    this.#plans.clear()
    if (!isWorkflow(task)) return this.#block(this.#drawnTask(task))
    this.#tasks.set(task.workflow_id, task)
    // One that goes on is drawn by whoever follows it.
    if (!this.openTasks.includes(task)) this.#block(this.#drawnTask(task))
  }

  #ask(confirmation: Confirmation): void {
    const isKnown = this.questions.some(
      ({ confirmation_id }) => confirmation_id === confirmation.confirmation_id,
    )
    if (!isKnown) this.questions.push(confirmation)
  }

  #drawnTask(task: Task): readonly string[] {
    return drawTask(task, inkFor(this.#call.terminal))
  }

  #refresh(): void {
    if (this.#shown.size > 0 || this.#tools.size > 0) this.#waitsFor = undefined
    const { tail, lines } = this.#markdown ?? { tail: '' }
    this.#region.show([
      ...(lines && tail !== '' ? lines.preview(printable(tail)) : []),
      ...[...this.openTasks, ...this.#plans.values()].flatMap((task) => this.#drawnTask(task)),
      ...[...this.#tools.values()].map((text) => `${this.#style('cyan', '◐')} ${printable(text)}`),
      ...(this.#waitsFor === undefined ? [] : [this.#style('gray', this.#waitsFor)]),
    ])
  }
}

function waitsForApproval({ success, data }: EventOf<'tool.end'>['result']): boolean {
  const error = (data as { error?: { code?: string } } | null)?.error
  return !success && error?.code === 'approval_required'
}

function idOf(component: Component): string {
  return typeof component['id'] === 'string' ? component['id'] : JSON.stringify(component)
}
