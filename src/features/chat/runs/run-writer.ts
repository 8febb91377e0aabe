import { randomBytes } from 'node:crypto'
import type { Component } from '../../../contract/component-schema.ts'
import type { Confirmation } from '../../../contract/confirmation.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { applyPatch, type JsonPatch } from '../../../contract/json-patch.ts'
import { addUsage, type ModelUsage } from '../../../contract/model-schema.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AnswerGate } from '../addresses/answer-gate.ts'
import type { Route, StepTold, ToolStart, AnswerWriter } from '../answering.ts'
import { AnswerRoom } from '../components/answer-room.ts'
import { timersOf } from '../components/answer-timers.ts'
import { checkComponent, namesStoreKey } from '../components/check-components.ts'
import type { KnownTypes } from '../components/known-types.ts'
import { repairComponent, type ComponentRepair } from '../components/repair-component.ts'
import { keepWidgets, widgetsIn } from '../jit/keep-widgets.ts'
import { noRoute } from './fold.ts'
import type { Placing, RunWriterOptions } from './run-writer-options.ts'
import type { LiveRun } from './live-run.ts'
import { insertApproval, setAnsweredBy } from './run-rows.ts'

/** A text component holds 200,000 characters; what is longer goes on in the next one. */
const TEXT_CHARACTERS = 100_000

/** Turns what an answerer says into events of its run. */
export class RunWriter implements AnswerWriter {
  /** Whether a person was asked for approval: then the run ends as interrupted. */
  asksApproval = false
  usage: ModelUsage | null = null
  told: Route | undefined

  readonly #run: LiveRun
  readonly #known: KnownTypes
  readonly #database: Database
  readonly #onRepair: (repair: ComponentRepair) => void
  readonly #timing: Pick<RunWriterOptions, 'now' | 'startTimer'>
  readonly #room = new AnswerRoom()
  readonly #gate: AnswerGate
  readonly #saidThrough: ReturnType<AnswerGate['openText']>
  readonly #reasonedThrough: ReturnType<AnswerGate['openText']>
  /** Ids and places of skeletons that wait for their component. */
  readonly #announced = new Map<string, number>()
  readonly #calledAt = new Map<string, number>()
  #text: { readonly id: string; characters: number } | undefined
  #reasoning: string | undefined
  #newParagraph = false

  constructor({ run, known, database, gate, onRepair, ...timing }: RunWriterOptions) {
    this.#run = run
    this.#timing = timing
    this.#gate = gate
    this.#saidThrough = gate.openText()
    this.#reasonedThrough = gate.openText()
    this.#known = known
    this.#database = database
    this.#onRepair = onRepair
  }

  route(route: Route): void {
    if (this.told) return
    this.told = route
    const { id: run_id, session_id, message, continues } = this.#run
    this.#run.emit(
      {
        type: 'run.start',
        run_id,
        session_id,
        message,
        route,
        ...(continues !== undefined && { continues }),
      },
      () => setAnsweredBy(this.#database, this.#run.number!, route.by),
    )
  }

  say(delta: string): void {
    this.#begin()
    this.#endReasoning()
    this.#say(this.#isOfModel ? this.#saidThrough.push(delta) : delta)
  }

  #say(delta: string): void {
    // What only parts two components is no text.
    const said = this.#text && !this.#newParagraph ? delta : delta.trimStart()
    if (said === '') return
    const text = this.#text && this.#newParagraph ? `\n\n${said}` : said
    this.#newParagraph = false
    for (let at = 0; at < text.length; at += TEXT_CHARACTERS)
      this.#sayPiece(text.slice(at, at + TEXT_CHARACTERS))
  }

  reason(delta: string): void {
    if (delta === '') return
    this.#begin()
    this.#reason(this.#isOfModel ? this.#reasonedThrough.push(delta) : delta)
  }

  #reason(delta: string): void {
    if (delta === '') return
    this.#reasoning ??= `rsn_${randomBytes(6).toString('base64url')}`
    this.#run.emit({ type: 'reasoning.delta', id: this.#reasoning, delta })
  }

  add(component: Component): string {
    const checked = checkComponent(component, { known: this.#known, room: this.#room })
    if ('problem' in checked) {
      const { type, issues } = checked.problem
      const reasons = issues.map(({ path, message }) => `${path} ${message}`).join('; ')
      throw new TypeError(`The component "${type}" does not fit its declaration: ${reasons}`)
    }
    const given = component['id']
    return this.#place(checked.component, {
      announced: typeof given === 'string' ? given : undefined,
      isOwn: true,
    })
  }

  announce(type: string): string {
    const id = `cmp_${randomBytes(9).toString('base64url')}`
    this.#endText()
    const index = this.#run.answer.size
    this.#announced.set(id, index)
    this.#run.emit({ type: 'component.add', index, component: { type, id }, status: 'loading' })
    return id
  }

  addForeign(value: unknown, announced?: string): string {
    const repairs: ComponentRepair[] = []
    const component = repairComponent(value, {
      known: this.#known,
      room: this.#room,
      onRepair: (repair) => repairs.push(repair),
    })
    for (const repair of repairs) this.#tellRepair(repair)
    if (!component) {
      if (announced !== undefined) this.remove(announced)
      return ''
    }
    const own = announced !== undefined && !namesStoreKey(this.#known.get(component.type)!)
    const taken = this.#gate.take(own ? { ...component, id: announced } : component, this.#known)
    return this.#place(taken.component, { announced, keepHeld: taken.keep, isOwn: false })
  }

  patch(id: string, patch: readonly JsonPatch[]): void {
    // Places are given out as text is sent, so what was gathered must be in its place first.
    const current = this.#run.answer.find(id)
    if (!current) throw new TypeError(`There is no component "${id}" in this answer to change.`)
    const changed = applyPatch(current, patch)
    // In a room of its own: it may keep its ids, and it counted when it was added.
    const checked = checkComponent(changed, { known: this.#known })
    if ('problem' in checked) {
      const [issue] = checked.problem.issues
      throw new TypeError(
        `The component "${id}" would not fit its declaration: ${issue?.path} ${issue?.message}`,
      )
    }
    this.#run.emit({ type: 'component.patch', id, patch })
  }

  remove(id: string): void {
    this.#announced.delete(id)
    this.#run.emit({ type: 'component.remove', id })
  }

  toolStart(call: ToolStart): void {
    this.#begin()
    this.#releaseText()
    // What a model says before and after a call are two thoughts.
    this.#newParagraph = true
    this.#calledAt.set(call.call_id, performance.now())
    this.#run.emit({ type: 'tool.start', ...call })
  }

  toolProgress(call_id: string, progress: { fraction?: number; message?: string }): void {
    this.#run.emit({ type: 'tool.progress', call_id, ...progress })
  }

  toolEnd(call_id: string, result: Envelope): void {
    const calledAt = this.#calledAt.get(call_id)
    const duration = calledAt !== undefined && { duration_ms: Math.round(performance.now() - calledAt) }
    this.#run.emit({ type: 'tool.end', call_id, result, ...duration })
  }

  step(type: 'step.start' | 'step.end', step: StepTold): void {
    this.#begin()
    this.#run.emit({ type, ...step })
  }

  askApproval(confirmation: Confirmation, goesOnAfter = confirmation.confirmation_id): void {
    this.asksApproval = true
    this.add({ ...confirmation })
    this.#run.emit({ type: 'approval.request', confirmation }, () =>
      insertApproval(this.#database, this.#run.number!, goesOnAfter),
    )
  }

  notice(level: 'info' | 'warning' | 'error', text: string, detail?: string): void {
    this.#begin()
    this.#run.emit({
      type: 'notice',
      level,
      text,
      ...(detail !== undefined && { detail: this.#shown(detail) }),
    })
  }

  /** What a model wrote loads no pictures here either, in whatever way a client draws it. */
  #shown(text: string): string {
    const through = this.#gate.openText()
    return through.push(text) + through.end()
  }

  use(usage: ModelUsage): void {
    this.usage = this.usage ? addUsage(this.usage, usage) : usage
  }

  /** Takes away what nothing came for, so that no reader goes on waiting for it. */
  close(): void {
    this.#endText()
    for (const id of this.#run.answer.unfilled()) this.remove(id)
  }

  /** An answer that never said who gives it begins all the same. */
  #begin(): void {
    if (!this.told) this.route(noRoute)
  }

  #sayPiece(delta: string): void {
    if (this.#text && this.#text.characters + delta.length > TEXT_CHARACTERS) {
      this.#run.sendText()
      this.#text = undefined
    }
    this.#text ??= { id: textId(this.#run.id, this.#run.answer.size), characters: 0 }
    this.#text.characters += delta.length
    this.#run.emit({ type: 'text.delta', id: this.#text.id, delta })
  }

  get #isOfModel(): boolean {
    return this.told?.by === 'model'
  }

  #endText(): void {
    this.#begin()
    this.#releaseText()
    this.#text = undefined
    this.#run.sendText()
  }

  /** Says what was held back until it was clear what it is. */
  #releaseText(): void {
    this.#endReasoning()
    this.#say(this.#saidThrough.end())
  }

  #endReasoning(): void {
    this.#reason(this.#reasonedThrough.end())
    this.#reasoning = undefined
  }

  /** A widget that is kept stands once in an answer: a second one would show the same. */
  #isShown({ type, id }: Component): boolean {
    return namesStoreKey(this.#known.get(type)!) && this.#run.answer.find(String(id))?.type === type
  }

  #place(given: Component, { announced, keepHeld, isOwn }: Placing): string {
    const { component, timers } = timersOf(given, { known: this.#known, isOwn, now: this.#timing.now() })
    this.#endText()
    if (this.#isShown(component)) {
      if (announced !== undefined && this.#announced.has(announced)) this.remove(announced)
      return String(component['id'])
    }
    const place = announced === undefined ? undefined : this.#announced.get(announced)
    if (announced !== undefined) this.#announced.delete(announced)
    const index = place ?? this.#run.answer.size
    const widgets = widgetsIn(component, this.#known)
    const keep = () => {
      keepWidgets(this.#database, { widgets, session_id: this.#run.session_id })
      keepHeld?.()
      for (const timer of timers) this.#timing.startTimer(timer)
    }
    this.#run.emit(
      { type: 'component.add', index, component },
      widgets.length + timers.length > 0 || keepHeld ? keep : undefined,
    )
    return String(component['id'])
  }

  #tellRepair(repair: ComponentRepair): void {
    this.#onRepair(repair)
    if (repair.outcome === 'repaired') return
    const name = repair.type === '' ? 'Part of the answer' : `The part "${repair.type}"`
    this.notice('warning', `${name} couldn't be shown as received: ${repair.notes[0] ?? 'it does not fit'}.`)
  }
}

/** Known before it is on disk: a run that was cut can take back a text of which nothing was kept. */
export function textId(run_id: string, index: number): string {
  return `txt_${run_id.slice(4)}_${index}`
}
