import type { Confirmation } from '../../contract/confirmation.ts'
import type { Handlers } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { AppError, errorStatus, type ErrorCode } from '../../contract/errors.ts'
import type { ToolRunner } from '../tools/tool-runner.ts'
import type { projectsContract } from './contract.ts'

type Made = ReturnType<Handlers<typeof projectsContract>['setUp']>

/** The tool SETUP_PROJECT by an address of its own: what it may do and how it is recorded is decided in one place. */
export function projectsHandlers({
  runner,
}: {
  runner: Pick<ToolRunner, 'run'>
}): Handlers<typeof projectsContract> {
  return {
    async setUp({ body }, { provenance, signal }) {
      const envelope = await runner.run({ action: 'SETUP_PROJECT', args: body, provenance, signal })
      if (!envelope.success) throw failureOf(envelope)
      return envelope.data as Awaited<Made>
    },
  }
}

function failureOf({ message, data }: Envelope): AppError {
  const { error, confirmation } = (data ?? {}) as { error?: { code?: string }; confirmation?: Confirmation }
  const code = error?.code ?? ''
  if (confirmation)
    return new AppError('conflict', `${message} Its confirmation_id is "${confirmation.confirmation_id}".`)
  if (code === 'invalid_arguments') return new AppError('invalid_request', message)
  return new AppError(Object.hasOwn(errorStatus, code) ? (code as ErrorCode) : 'internal', message)
}
