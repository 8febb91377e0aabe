import { AppError } from '../../../contract/errors.ts'

export function noSuchAutomation(id: string): AppError {
  return new AppError('not_found', `No automation "${id}". GET /api/automations lists them.`)
}
