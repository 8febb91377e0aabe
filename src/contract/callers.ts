import { isPersonal, type AnyEndpoint, type Provenance } from './endpoint.ts'
import { AppError } from './errors.ts'

/**
 * Whether an endpoint is for a person alone: all that change something, unless they say that they take anybody. So one that
 * forgets to say anything refuses too much, not too little.
 */
export function isForPersonOnly({ method, open, anyCaller }: AnyEndpoint): boolean {
  return method !== 'GET' && !open && !anyCaller
}

export function assertPerson(provenance: Provenance): void {
  if (!isPersonal(provenance))
    throw new AppError('forbidden', 'Only you can do this, not a tool, a model or a message from outside.')
}
