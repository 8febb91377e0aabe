import type { Call } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'

/** A program that a tool started could otherwise approve what it asked for itself. */
export async function assertPerson(call: Call): Promise<void> {
  if (call.provenance !== 'local-client' || (await call.isOwnChild()))
    throw new AppError('forbidden', 'Only you can do this, not a tool, a model or a message from outside.')
}
