import { AppError } from '../../../../contract/errors.ts'
import type { ModelEnd } from '../../../models/language-model.ts'
import type { AnswerWriter } from '../../answering.ts'

/** Tells what the person should know of how a step ended. */
export function tellEnd({ finish_reason, warnings = [] }: ModelEnd, writer: AnswerWriter): void {
  for (const warning of warnings) writer.notice('warning', warning)
  if (finish_reason === 'length')
    writer.add({
      type: 'alert',
      text: 'The answer reached the model\'s length limit and may be cut. Say "go on" for the rest.',
      tone: 'warning',
      action: { kind: 'chat', message: 'Go on' },
      action_label: 'Go on',
    })
  if (finish_reason === 'content_filter')
    writer.add({
      type: 'error',
      title: 'Withheld',
      message: "The model's provider withheld part of the answer. Rephrase it.",
      code: 'content_filter',
    })
}

/** Why there is no answer although nothing failed. */
export function saidNothing({ finish_reason }: ModelEnd): AppError {
  if (finish_reason === 'content_filter')
    return new AppError('upstream_failed', "The model's provider withheld the answer. Rephrase it.")
  return new AppError(
    'upstream_failed',
    "The model's answer was empty. Rephrase, or try another LLM_MODEL.",
    { cause: { kind: 'empty' } },
  )
}

/** Whether a model said nothing at all. */
export function isEmpty({ cause }: AppError): boolean {
  return (cause as { kind?: unknown } | undefined)?.kind === 'empty'
}
