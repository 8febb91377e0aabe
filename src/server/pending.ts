import type { Contract, Handlers } from '../contract/endpoint.ts'
import { AppError } from '../contract/errors.ts'

/** Answers every endpoint of a contract whose code is not part of this version. */
export function pendingHandlers<C extends Contract>(contract: C): Handlers<C> {
  const refuse = () => {
    throw new AppError(
      'unavailable',
      'This version of the service does not do this yet. GET /health lists what works.',
    )
  }
  return Object.fromEntries(
    Object.keys(contract).map((operation) => [operation, refuse]),
  ) as unknown as Handlers<C>
}
