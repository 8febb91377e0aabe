import { AppError } from '../../../../contract/errors.ts'
import type { ModelEnd } from '../../../models/language-model.ts'
import type { AnswerWriter } from '../../answering.ts'

/** Tells what the person should know of how a step ended. */
export function tellEnd({ finish_reason, warnings = [] }: ModelEnd, writer: AnswerWriter): void {
  for (const warning of warnings) writer.notice('warning', warning)
  if (finish_reason === 'length')
    writer.add({
      type: 'alert',
      text: 'The answer is as long as the model can write at once and may be cut. Say "go on" for the rest.',
      tone: 'warning',
      action: { kind: 'chat', message: 'Go on' },
      action_label: 'Go on',
    })
  if (finish_reason === 'content_filter')
    writer.add({
      type: 'error',
      title: 'Held back',
      message: 'The provider of the model held back a part of the answer. Put it in other words.',
      code: 'content_filter',
    })
}

/** Why there is no answer although nothing failed. */
export function saidNothing({ finish_reason }: ModelEnd): AppError {
  if (finish_reason === 'content_filter')
    return new AppError(
      'upstream_failed',
      'The provider of the model held the answer back. Put it in other words.',
    )
  return new AppError(
    'upstream_failed',
    'The model answered with nothing. Put it in other words, or try another LLM_MODEL.',
    { cause: { kind: 'empty' } },
  )
}

/** Whether a model said nothing at all. */
export function isEmpty({ cause }: AppError): boolean {
  return (cause as { kind?: unknown } | undefined)?.kind === 'empty'
}
