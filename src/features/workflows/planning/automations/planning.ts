import type { Trigger } from '../../triggers/schemas.ts'
import { waitingNotes } from '../finish-plan.ts'
import { actionsOf, type Action, type SaidCondition } from './action-clauses.ts'
import { AutomationDraft, type DraftState } from './automation-draft.ts'
import { negated } from './expressions.ts'
import { isUnreadForEach, readForEach } from './for-each.ts'
import { MarkedText } from './marked-text.ts'
import { planAction } from './plan-action.ts'
import { checked, type AutomationPlannerDeps, type PlannedAutomation } from './planned-automation.ts'
import { readCondition, type Condition } from './read-condition.ts'
import type { FoundTrigger, TriggerReading } from './trigger-reading.ts'
import type { Thing } from './thing.ts'

const OTHERWISE = /\b(?:otherwise|or else|if not)\b/i

interface Given extends AutomationPlannerDeps {
  readonly signal: AbortSignal
  readonly verbs: ReadonlySet<string>
  readonly marks: MarkedText
  readonly name: string
}

/** The action is not planned. */
const LEFT = Symbol('left out')
type When = string | undefined | typeof LEFT

/** What was decided by a condition, to come back to for what is done otherwise. */
interface Branch {
  readonly condition: Condition
  readonly isNegated: boolean
  /** Where the draft stood when it was asked. */
  readonly base: DraftState
  readonly ends: readonly string[][]
}

/** An automation while its sentence is gone through, part by part. */
export class Planning {
  readonly #given: Given
  readonly #found: FoundTrigger | undefined
  readonly #draft: AutomationDraft
  readonly #notes: string[] = []
  readonly #questions: string[] = []
  readonly #unplanned: { text: string; reason: string }[] = []
  #triggers: Trigger[] = []
  /** A condition of the trigger that can only be asked in a step. */
  #first: Condition | undefined
  #branch: Branch | undefined
  /** Something before was left out on which the rest of the sentence depends. */
  #isBroken = false
  #hasControl = false
  #message: string | undefined

  constructor(given: Given, found: FoundTrigger | undefined) {
    this.#given = given
    this.#found = found
    const reading = found?.reading
    const thing = reading?.thing
    this.#draft = new AutomationDraft(given.catalog, thing)
    if (reading) this.#take(reading, found, thing)
  }

  #take(reading: TriggerReading, found: FoundTrigger, thing: Thing | undefined): void {
    this.#message = reading.message
    if ('question' in reading) {
      this.#questions.push(reading.question)
      this.#leave(this.#given.marks.words(found.said), reading.question)
      return
    }
    this.#notes.push(...(reading.notes ?? []))
    const condition =
      found.condition === undefined || !thing
        ? undefined
        : readCondition(found.condition, thing, this.#given.marks)
    // What is done otherwise needs an event for which the condition is false.
    const isInStep = condition?.readsText === true || found.actions.some((action) => OTHERWISE.test(action))
    if (condition && isInStep) this.#first = condition
    const when = condition && !isInStep ? condition.write({ reference: '' }) : undefined
    this.#triggers = reading.triggers.map((trigger, index) => {
      const both = [trigger.when, when].filter((one) => one !== undefined)
      return {
        id: `t${index + 1}`,
        ...trigger,
        ...(both.length > 0 && { when: both.join(' and ') }),
      }
    })
  }

  leaveTrigger(text: string): void {
    this.#hasControl = true
    this.#leave(text, 'nothing that can be watched tells when that happens')
  }

  /** Plans what one part of the sentence asks for. */
  async plan(marked: string): Promise<void> {
    const { marks } = this.#given
    const each = readForEach(marked, marks)
    if (each) await this.#planForEach(each, marked)
    else if (isUnreadForEach(marked))
      this.#leave(marks.words(marked), 'what it should be done for is not known')
    else await this.#planActions(marks.words(marked))
  }

  async #planForEach(
    { files, body, mayBeAtOnce }: NonNullable<ReturnType<typeof readForEach>>,
    text: string,
  ): Promise<void> {
    const { marks, catalog } = this.#given
    this.#hasControl = true
    if ('question' in files) {
      this.#questions.push(files.question)
      return this.#leave(marks.words(text), files.question)
    }
    if (!catalog.find('SEARCH_FILES')) return this.#leave(marks.words(text), 'no known tool does it')
    const before = this.#draft.save()
    if (mayBeAtOnce && (await this.#planAtOnce(body, files))) return
    if (mayBeAtOnce) this.#undoTo(before)
    this.#draft.beginLoop(files)
    await this.#planActions(marks.words(body.replace(/\bthem\b/i, 'it')))
    this.#draft.endLoop()
    // Looking for files of which nothing is made is nothing that was asked for.
    if (this.#draft.steps.at(-1)?.action === 'SEARCH_FILES') this.#undoTo(before)
  }

  /** "zip all PDFs" is done at once by a tool that takes several. */
  async #planAtOnce(body: string, files: Parameters<AutomationDraft['addSearch']>[0]): Promise<boolean> {
    if (files.when !== undefined) return false
    const { marks } = this.#given
    this.#draft.addSearch(files)
    const [first, ...rest] = actionsOf(marks.words(body), this.#clauseOptions())
    if (!first || first.condition) return false
    const planned = await planAction(first.text, this.#context())
    if (
      'reason' in planned ||
      !Object.values(planned.step.args).some((value) => String(value).endsWith('[*].path'))
    )
      return false
    this.#addStep(planned, first.text, undefined)
    for (const action of rest) await this.#perform(action)
    return true
  }

  #undoTo(state: DraftState): void {
    const kept = new Set(state.ends)
    while (this.#draft.steps.length > 0 && !kept.has(this.#draft.steps.at(-1)!.id)) this.#draft.steps.pop()
    this.#draft.restore(state)
  }

  #clauseOptions() {
    const { verbs } = this.#given
    return { verbs, isCondition: (text: string) => this.#conditionIn(text) !== undefined }
  }

  #conditionIn(text: string): Condition | undefined {
    const { thing } = this.#draft
    const marks = new MarkedText(text)
    return thing && readCondition(marks.text, thing, marks)
  }

  async #planActions(text: string): Promise<void> {
    for (const action of actionsOf(text, this.#clauseOptions())) await this.#perform(action)
  }

  async #perform(action: Action): Promise<void> {
    this.#given.signal.throwIfAborted()
    if (action.beginsSentence) this.#joinBranches()
    const when = this.#whenOf(action)
    if (when === LEFT) return
    const planned = await planAction(action.text, this.#context())
    if ('reason' in planned) {
      // Half of a condition may be the wrong half.
      if (action.condition || action.isOtherwise) this.#isBroken = true
      return this.#leave(action.text, planned.reason)
    }
    this.#addStep(planned, action.text, when)
  }

  #context() {
    const { catalog, understand, signal, name } = this.#given
    return { draft: this.#draft, catalog, understand, signal, name, message: this.#message }
  }

  /** The condition under which an action is done, as a step has it; the text that it asks about is read before. */
  #whenOf({ text, condition, isOtherwise }: Action): When {
    if (this.#isBroken) return this.#left(text, 'it depends on a part that could not be planned')
    if (isOtherwise) return this.#otherwise(text)
    const first = this.#first
    this.#first = undefined
    if (condition) this.#hasControl = true
    const read = condition && this.#conditionIn(condition.text)
    if (condition && !read) return this.#leaveCondition(text, condition)
    if (!first && !read) return undefined
    return this.#decide(text, { first, read, isNegated: condition?.isNegated === true })
  }

  #leaveCondition(text: string, { text: asked, isNegated }: SaidCondition): When {
    this.#isBroken = true
    const whole = text === asked ? text : `${text} ${isNegated ? 'unless' : 'if'} ${asked}`
    return this.#left(whole, `the condition "${asked}" is not understood`)
  }

  #decide(
    text: string,
    {
      first,
      read,
      isNegated,
    }: { first?: Condition | undefined; read?: Condition | undefined; isNegated: boolean },
  ): When {
    const conditions = [first, read].filter((one) => one !== undefined)
    const place = conditions.some(({ readsText }) => readsText) ? this.#draft.readText() : { reference: '' }
    if (!place) {
      this.#isBroken = true
      return this.#left(text, "the kind of file isn't known, so its text can't be read; say e.g. a PDF")
    }
    this.#branch = { condition: read ?? first!, isNegated, base: this.#draft.save(), ends: [] }
    return conditions
      .map((one) => (one === read && isNegated ? negated(one.write(place)) : one.write(place)))
      .join(' and ')
  }

  #otherwise(text: string): When {
    const branch = this.#branch
    if (!branch) return this.#left(text, 'there is no condition before "otherwise"')
    this.#branch = { ...branch, ends: [...branch.ends, [...this.#draft.ends]] }
    this.#draft.restore(branch.base)
    const place = branch.condition.readsText ? this.#draft.readText()! : { reference: '' }
    const written = branch.condition.write(place)
    return branch.isNegated ? written : negated(written)
  }

  /** What begins a sentence is done whatever a condition before it has come to. */
  #joinBranches(): void {
    this.#isBroken = false
    if (!this.#branch) return
    const { base, ends } = this.#branch
    this.#branch = undefined
    const all = new Set([...(ends.length > 0 ? [] : base.ends), ...ends.flat(), ...this.#draft.ends])
    this.#draft.continueAfter(base.ends.length > 0 || ends.length > 0 ? [...all] : [])
  }

  #addStep(
    planned: Extract<Awaited<ReturnType<typeof planAction>>, { step: unknown }>,
    text: string,
    when: string | undefined,
  ): void {
    const { step, notes, missing, folder } = planned
    if (folder !== undefined && this.#given.catalog.find('CREATE_FOLDER')) this.#draft.addFolder(folder)
    const id = this.#draft.add({ ...step, when, needsHuman: step.needsHuman === true || missing.length > 0 })
    this.#notes.push(...notes.map((note) => `Step "${id}": ${note}.`))
    if (planned.rest !== undefined) this.#leave(planned.rest, 'no known tool does it')
    for (const name of missing) this.#questions.push(`What is ${name} for "${text}"?`)
  }

  #leave(text: string, reason: string): void {
    this.#unplanned.push({ text, reason })
  }

  #left(text: string, reason: string): When {
    this.#leave(text, reason)
    return LEFT
  }

  finish(): PlannedAutomation | undefined {
    const { catalog, name } = this.#given
    const { steps: drafted } = this.#draft
    if (!this.#found && !this.#hasControl) return undefined
    if (drafted.length === 0 && this.#triggers.length === 0 && this.#questions.length === 0) return undefined
    const steps = drafted.length === 0 ? [] : checked(drafted, catalog)
    const explanation = [
      ...steps.map(
        ({ id, action, args }, index) =>
          `${index + 1}. ${catalog.find(action)!.tool.title} ("${id}"): ${JSON.stringify(args)}`,
      ),
      ...this.#notes,
      ...waitingNotes(steps, { catalog }),
      ...this.#unplanned.map(
        ({ text, reason }) => `Not planned: "${text}" (${reason.replace(/[.?]$/, '')}).`,
      ),
    ].join('\n')
    return {
      name,
      triggers: this.#triggers,
      steps,
      explanation,
      unplanned: this.#unplanned.map(({ text }) => text),
      questions: this.#questions,
    }
  }
}
