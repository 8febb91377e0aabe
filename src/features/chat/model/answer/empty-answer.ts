import { AppError } from '../../../../contract/errors.ts'
import type { ModelEnd } from '../../../models/language-model.ts'

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
