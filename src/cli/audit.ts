import { lastRecords, verifyAuditLog } from '../platform/audit/audit-check.ts'
import { CommandError } from './command-error.ts'
import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { folderOf } from './running-service.ts'

export async function run(call: CommandCall): Promise<number> {
  const { audit } = folderOf(call)
  const [what = 'show'] = call.positionals
  if (what === 'verify') return verify(audit, call)
  if (what !== 'show') throw new CommandError('Say "deskhand audit verify" or "show".', exitCode.usage)
  const count = Number(call.flags['lines'] ?? 20)
  if (!Number.isInteger(count) || count < 1)
    throw new CommandError('--lines takes a whole number.', exitCode.usage)
  const records = await lastRecords(audit, count)
  const rows = records.map(({ at, kind, phase, subject, provenance, detail }) => [
    at,
    `${kind}${phase ? `/${phase}` : ''}`,
    subject,
    provenance,
    detail ? JSON.stringify(detail) : '',
  ])
  call.terminal.result({ records }, () => call.terminal.table(['time', 'what', 'of', 'by', ''], rows))
  return exitCode.ok
}

async function verify(path: string, { terminal }: CommandCall): Promise<number> {
  using _progress = terminal.progress('Checking every line')
  const verdict = await verifyAuditLog(path)
  terminal.result(verdict, () =>
    verdict.ok
      ? `All ${verdict.lines} lines are as they were written.`
      : `The audit log was altered: ${JSON.stringify(verdict)}`,
  )
  return verdict.ok ? exitCode.ok : exitCode.failed
}
