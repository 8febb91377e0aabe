import { AppError } from '../../contract/errors.ts'

/** The answer is not what the provider documents. That is its failure, so it is asked again. */
export class UnreadableAnswer extends Error {
  /** What a caller hears when there is no older answer to show. Asking again would not change it. */
  readonly told: AppError | undefined

  constructor(message: string, options: { cause?: unknown; told?: AppError } = {}) {
    super(message, { cause: options.cause })
    this.name = 'UnreadableAnswer'
    this.told = options.told
  }
}

/** The provider wants to be left alone for a while, and said so in its answer's own way. */
export class Throttled extends Error {
  readonly waitMs: number

  constructor(message: string, waitMs: number) {
    super(message)
    this.name = 'Throttled'
    this.waitMs = waitMs
  }
}

/** The provider will not answer this; asking again would change nothing. */
export function refusedBy(title: string, status: number): AppError {
  return new AppError('upstream_failed', `${title} answered ${status}.`)
}
