import type { Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { workflowsContract } from './contract.ts'

export const generateHandlers: Pick<Handlers<typeof workflowsContract>, 'generate'> = {
  generate() {
    throw new AppError(
      'unavailable',
      'This version cannot plan a sentence. Send the steps to POST /api/workflows.',
    )
  },
}
