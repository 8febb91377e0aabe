import { randomBytes } from 'node:crypto'
import { ensurePrivateFolder } from '../../platform/files/atomic-file.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson, folderOf, openSecrets, runningService, tokenOf } from '../running-service.ts'

/** `token new` makes one and turns authentication on; `token off` removes it. Effective at once, also while running. */
export async function run(call: CommandCall): Promise<number> {
  const [what = 'show'] = call.positionals
  if (what === 'show') return show(call)
  if (what !== 'new' && what !== 'off')
    throw new CommandError('Use "deskhand token new", "show" or "off".', exitCode.usage)
  if (call.environment['DESKHAND_TOKEN'])
    throw new CommandError('The token comes from DESKHAND_TOKEN; change it there.', exitCode.failed)
  const token = what === 'new' ? randomBytes(32).toString('base64url') : null
  await keep(token, call)
  call.terminal.result({ token }, () => token ?? 'Token removed. Local callers need none.')
  return exitCode.ok
}

async function keep(token: string | null, call: CommandCall): Promise<void> {
  const folder = folderOf(call)
  if (runningService(folder)) {
    const body = JSON.stringify({ TOKEN: token })
    await callServiceForJson(call, { method: 'POST', path: '/api/settings', body })
    return
  }
  await ensurePrivateFolder(folder.root)
  await (await openSecrets(call)).set('TOKEN', token)
}

/** Nothing but the token goes to the output, so that a script can take it from there. */
async function show(call: CommandCall): Promise<number> {
  const token = await tokenOf(call)
  if (token !== null || call.terminal.json) call.terminal.result({ token }, () => token ?? '')
  else call.terminal.hint('No token set: local callers need none. "deskhand token new" creates one.')
  return token === null ? exitCode.failed : exitCode.ok
}
