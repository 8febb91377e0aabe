import { AppError } from '../../../contract/errors.ts'
import type { Risk } from '../../../contract/tool.ts'
import type { Route, AnswerWriter } from '../answering.ts'

/** What an act may do with an answer. */
export interface ActWriter extends Pick<
  AnswerWriter,
  'say' | 'toolStart' | 'toolProgress' | 'toolEnd' | 'askApproval'
> {
  add(component: Parameters<AnswerWriter['add']>[0]): void
  /**
   * Says why the wish cannot be met as it was said: what it names is not there, or something is missing. Where a model can
   * answer instead, the act ends here and nothing of it is heard. Without a text it only does that.
   */
  decline(text?: string): void
}

/** Thrown where an act ends because a model can answer instead. */
export class Declined extends Error {
  constructor() {
    super('The router declines this message.')
    this.name = 'Declined'
  }
}

/** Whether an act ended before it did anything, for a reason that a model can deal with. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Declined || error instanceof AppError
}

/**
 * Keeps an answer back until something was changed or the act is over, so that one which comes to nothing is never heard.
 * From then on, or from the start where nobody else could answer, everything is said at once.
 */
export class HeldWriter implements ActWriter {
  readonly #writer: AnswerWriter
  readonly #risks = new Map<string, Risk>()
  #held: (() => void)[] | undefined

  constructor(writer: AnswerWriter, { holds }: { readonly holds: boolean }) {
    this.#writer = writer
    this.#held = holds ? [] : undefined
  }

  /** Whether nothing was heard or changed yet. */
  get holds(): boolean {
    return this.#held !== undefined
  }

  /** Says what was kept back. */
  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const tell of held) tell()
  }

  decline(text?: string): void {
    if (this.holds) throw new Declined()
    if (text !== undefined) this.#writer.say(text)
  }

  route(route: Route): void {
    this.#tell(() => this.#writer.route(route))
  }

  say(delta: string): void {
    this.#tell(() => this.#writer.say(delta))
  }

  add(component: Parameters<AnswerWriter['add']>[0]): void {
    // A form asks for what the sentence did not say.
    if (component.type === 'form') this.decline()
    this.#tell(() => this.#writer.add(component))
  }

  toolStart(call: Parameters<AnswerWriter['toolStart']>[0]): void {
    this.#risks.set(call.call_id, call.risk)
    this.#tell(() => this.#writer.toolStart(call))
  }

  toolProgress(call_id: string, progress: Parameters<AnswerWriter['toolProgress']>[1]): void {
    // What changes something and is on its way is not kept back: somebody waits for it.
    if (this.#risks.get(call_id) !== 'read') this.release()
    this.#tell(() => this.#writer.toolProgress(call_id, progress))
  }

  toolEnd(call_id: string, result: Parameters<AnswerWriter['toolEnd']>[1]): void {
    this.#tell(() => this.#writer.toolEnd(call_id, result))
  }

  askApproval(confirmation: Parameters<AnswerWriter['askApproval']>[0]): void {
    this.release()
    this.#writer.askApproval(confirmation)
  }

  #tell(tell: () => void): void {
    if (this.#held) this.#held.push(tell)
    else tell()
  }
}
