import { randomUUID } from 'node:crypto'
import type { Envelope } from '../../contract/envelope.ts'
import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { Outcome } from '../../contract/tool.ts'
import { missingCode } from '../../platform/files/replaced-program.ts'
import type { CatalogEntry } from './catalog-entry.ts'

/** What became of a call whose tool threw: its own sentence, or where the log has it. */
export function failureOf(thrown: unknown, { log, entry }: { log: Log; entry: CatalogEntry }): Envelope {
  const error = thrown instanceof AppError ? thrown : (missingCode(thrown) ?? thrown)
  if (error instanceof AppError)
    return failure(error.code, error.message, error.errors && { issues: error.errors })
  const incident = randomUUID()
  log.error({ err: error, incident_id: incident, action: entry.tool.action }, 'a tool failed unexpectedly')
  return failure('internal', `${entry.tool.action} failed unexpectedly. Look for ${incident} in the log.`)
}

/** What became of a call whose tool ran to its end. */
export function envelopeOf({ message, data, failed = false }: Outcome<unknown>): Envelope {
  if (!failed) return { success: true, message, data }
  return { success: false, message, data: { ...(data as object), error: { code: 'failed' } } }
}

interface FailureExtra {
  readonly issues?: readonly ErrorIssue[]
  readonly confirmation?: object
}

export function failure(
  code: string,
  message: string,
  { issues, confirmation }: FailureExtra = {},
): Envelope {
  return {
    success: false,
    message,
    data: { error: { code, ...(issues && { issues }) }, ...(confirmation && { confirmation }) },
  }
}

export function codeOf({ success, data }: Envelope): string | null {
  return success ? null : ((data as { error?: { code?: string } } | null)?.error?.code ?? null)
}
