import { AppError } from '../../../contract/errors.ts'
import type { WorkflowRow } from './workflow-rows.ts'

export function noSuchWorkflow(id: string): AppError {
  return new AppError('not_found', `No workflow "${id}". GET /api/workflows lists them.`)
}

export function noSuchStep(id: string): AppError {
  return new AppError('not_found', `The workflow has no step "${id}".`)
}

export function wrongState({ status }: WorkflowRow, consequence: string): AppError {
  return new AppError('conflict', `The workflow is ${status}. ${consequence}`)
}

export function decidedAlready(id: string): AppError {
  return new AppError('conflict', `Step "${id}" was already decided. The first answer counts.`)
}
