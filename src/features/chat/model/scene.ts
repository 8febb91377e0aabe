import type { LookedPicture } from '../../../contract/tool.ts'
import type { ModelChoice } from '../../models/language-model.ts'
import type { Asked, AnswerWriter } from '../answering.ts'
import type { KnownTypes } from '../components/known-types.ts'
import type { ModelAnswererDeps } from './answerer-deps.ts'
import type { AnswerLimits, UsedUp } from './answer/answer-budget.ts'
import type { Told } from './history/backlog.ts'
import type { PromptExtent } from './system-prompt.ts'

/** Everything that stays the same while one message is answered. */
export interface Scene extends ModelAnswererDeps {
  readonly asked: Asked
  readonly writer: AnswerWriter
  readonly known: KnownTypes
  readonly choice: ModelChoice
  readonly system: string
  readonly extent: PromptExtent
  /** What stands around data in this conversation. */
  readonly mark: string
  /** What is so now, as the model is told with the message. */
  readonly context: string
  readonly limits: AnswerLimits
}

/** What an answer begins with. */
export interface Opening extends Told {
  /** Tools that were loaded. */
  readonly loaded: readonly string[]
  readonly used: UsedUp
  /** What the last calls looked at. */
  readonly looked?: readonly LookedPicture[]
}
