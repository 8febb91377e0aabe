import { existsSync } from 'node:fs'
import { lastRecords, verifyAuditLog, type AuditVerdict } from '../platform/audit/audit-check.ts'
import { CommandError } from './command-error.ts'
import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { folderOf } from './running-service.ts'

export async function run(call: CommandCall): Promise<number> {
  const { audit, root } = folderOf(call)
  const [what = 'show'] = call.positionals
  if (what !== 'show' && what !== 'verify')
    throw new CommandError('Say "deskhand audit show" or "verify".', exitCode.usage)
  const count = Number(call.flags['lines'] ?? 20)
  if (!Number.isInteger(count) || count < 1)
    throw new CommandError('--lines takes a whole number.', exitCode.usage)
  if (!existsSync(root)) throw new CommandError(`There is no audit log yet in ${root}.`, exitCode.failed)
  return what === 'verify' ? verify(audit, call) : show(audit, { ...call, count })
}

async function show(path: string, { terminal, count }: CommandCall & { count: number }): Promise<number> {
  const records = await lastRecords(path, count)
  const rows = records.map(({ at, kind, phase, subject, provenance, detail }) => [
    at,
    `${kind}${phase ? `/${phase}` : ''}`,
    subject,
    provenance,
    detail ? JSON.stringify(detail) : '',
  ])
  terminal.result({ records }, () =>
    rows.length === 0
      ? 'Nothing is recorded yet.'
      : terminal.table(['time', 'what', 'of', 'by', 'detail'], rows),
  )
  return exitCode.ok
}

async function verify(path: string, { terminal }: CommandCall): Promise<number> {
  using progress = terminal.progress('Checking every line')
  const verdict = await verifyAuditLog(path)
  progress[Symbol.dispose]()
  terminal.result(verdict, () => tell(verdict))
  return verdict.ok ? exitCode.ok : exitCode.failed
}

function tell({ lines, torn, firstBadLine }: AuditVerdict): string {
  if (firstBadLine) {
    const { file, line, reason } = firstBadLine
    return `The audit log was altered: line ${line} of ${file}: ${reason}. The ${lines} entries before it are as they were written.`
  }
  const cut = torn > 0 ? ` A crash cut off ${torn} more, and the log says which.` : ''
  return `All ${lines} entries are as they were written.${cut}`
}
