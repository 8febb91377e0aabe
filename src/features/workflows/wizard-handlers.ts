import type { Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { wizardEndpoints } from './wizard-endpoints.ts'
import type { Wizard } from './wizard/wizard.ts'

export function wizardHandlers(wizard: Wizard | undefined): Handlers<typeof wizardEndpoints> {
  const present = () => {
    if (wizard) return wizard
    throw new AppError(
      'unavailable',
      'This process has no guided builder. Send the steps to POST /api/workflows.',
    )
  }
  return {
    startWizard: ({ body }, call) => present().start(body, call),
    chatWithWizard: ({ body }, call) => present().chat(body.session_id, body.message, call),
    stepBackInWizard: ({ body }) => present().back(body.session_id),
  }
}
