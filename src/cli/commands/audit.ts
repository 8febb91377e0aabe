import { existsSync } from 'node:fs'
import { lastRecords } from '../../platform/audit/audit-check.ts'
import {
  verifyAnchoredLog,
  type AnchoredVerdict,
  type MissingEntries,
} from '../../platform/audit/audit-verify.ts'
import { headPlaces } from '../../platform/audit/head-places.ts'
import { keyringChoice } from '../../platform/secrets/secret-store.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf } from '../running-service.ts'

export async function run(call: CommandCall): Promise<number> {
  const { audit, root } = folderOf(call)
  const [what = 'show'] = call.positionals
  if (what !== 'show' && what !== 'verify')
    throw new CommandError('Use "deskhand audit show" or "deskhand audit verify".', exitCode.usage)
  const count = Number(call.flags['lines'] ?? 20)
  if (!Number.isInteger(count) || count < 1)
    throw new CommandError('--lines takes a whole number.', exitCode.usage)
  if (!existsSync(root)) throw new CommandError(`No audit log yet in ${root}.`, exitCode.failed)
  return what === 'verify' ? verify({ audit, root }, call) : show(audit, { ...call, count })
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

async function verify(
  { audit, root }: { audit: string; root: string },
  { terminal, environment }: CommandCall,
): Promise<number> {
  using progress = terminal.progress('Checking every line')
  const verdict = await checkLog({ audit, root }, environment)
  progress[Symbol.dispose]()
  terminal.result(verdict, () => tell(verdict))
  return verdict.ok ? exitCode.ok : exitCode.failed
}

export async function checkLog(
  { audit, root }: { audit: string; root: string },
  environment: NodeJS.ProcessEnv,
): Promise<AnchoredVerdict> {
  const keyring = keyringChoice(environment) !== 'off'
  return verifyAnchoredLog(audit, await headPlaces({ folder: root, environment, keyring }))
}

export function tell(verdict: AnchoredVerdict): string {
  const { lines, torn, firstBadLine, replaced, missing } = verdict
  if (firstBadLine) {
    const { file, line, reason } = firstBadLine
    return `The audit log was altered: line ${line} of ${file}: ${reason}. The ${lines} entries before it are as they were written.`
  }
  const cut = torn > 0 ? ` A crash cut off ${torn} more, and the log says which.` : ''
  return [
    ...missing.map(tellMissing),
    ...(replaced
      ? [`The end of the audit log was rewritten: entry ${replaced.seq} is not the one of ${replaced.at}.`]
      : [`All ${lines} entries are as they were written.${cut}`]),
    tellAnchor(verdict),
  ].join('\n')
}

function tellMissing({ count, after, known_at, recorded }: MissingEntries): string {
  const entries = count === 1 ? 'entry is' : 'entries are'
  const last = count === 1 ? 'The last' : `The last ${count}`
  const what = `${recorded ? `After entry ${after.seq}, ${count}` : last} ${entries} missing`
  const when = after.at === null ? `before ${known_at}` : `between ${after.at} and ${known_at}`
  return `${what}. Written ${when}. The log was cut, or an older copy of the data folder was put back.`
}

function tellAnchor({ anchored_in, unanchored }: AnchoredVerdict): string {
  if (anchored_in.length === 0)
    return 'The end is not anchored: neither a system journal nor a keyring says which entry was the last.'
  const newer = unanchored === 0 ? '' : ` The last ${unanchored} are newer than that.`
  return `The end is anchored in ${anchored_in.join(' and ')}.${newer}`
}
