import type { Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { wizardEndpoints } from './wizard-endpoints.ts'

export const wizardHandlers: Handlers<typeof wizardEndpoints> = {
  startWizard: refuse,
  chatWithWizard: refuse,
  stepBackInWizard: refuse,
}

function refuse(): never {
  throw new AppError(
    'unavailable',
    'This version has no guided builder. Send the steps to POST /api/workflows.',
  )
}
