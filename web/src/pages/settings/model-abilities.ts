import { formatNumber } from '../../../../src/contract/text/numbers.ts'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'

type LocalModel = AnswerOf<'GET /api/models/local'>['servers'][number]['models'][number]

/** What is known of a model: "calls tools", "reads pictures", "131,072 tokens". */
export function abilitiesOf({ tools, vision, context_tokens }: LocalModel): readonly string[] {
  return [
    tools === true && 'calls tools',
    tools === false && 'no tools',
    vision === true && 'reads pictures',
    context_tokens !== null && `${formatNumber(context_tokens)} tokens`,
  ].filter((words) => words !== false)
}
