import type { Handlers } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { AppError, errorStatus, type ErrorCode } from '../../contract/errors.ts'
import type { ToolRunner } from '../tools/tool-runner.ts'
import type { projectsContract } from './contract.ts'

type Made = ReturnType<Handlers<typeof projectsContract>['setUp']>

/** The tool SETUP_PROJECT by an address of its own: what it may do and how it is recorded is decided in one place. */
export function projectsHandlers({ runner }: { runner: ToolRunner }): Handlers<typeof projectsContract> {
  return {
    async setUp({ body }, { provenance, signal }) {
      const envelope = await runner.run({ action: 'SETUP_PROJECT', args: body, provenance, signal })
      if (!envelope.success) throw failureOf(envelope)
      return envelope.data as Awaited<Made>
    },
  }
}

function failureOf({ message, data }: Envelope): AppError {
  const code = (data as { error?: { code?: string } } | null)?.error?.code ?? ''
  if (code === 'approval_required') return new AppError('conflict', message)
  if (code === 'invalid_arguments') return new AppError('invalid_request', message)
  return new AppError(Object.hasOwn(errorStatus, code) ? (code as ErrorCode) : 'internal', message)
}
