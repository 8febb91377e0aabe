import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'

interface SignIn {
  readonly state: 'none' | 'waiting' | 'signed_in' | 'failed'
  readonly url: string | null
  readonly user_code: string | null
  readonly message: string | null
}

const path = '/api/mail-sign-in'
const LOOK_MS = 1_000

/** `deskhand mail sign-in`: access to the mail account from its provider, in place of a password. */
export async function run(call: CommandCall): Promise<number> {
  const { terminal } = call
  const body = JSON.stringify({ flow: call.flags['device'] === true ? 'device' : 'browser' })
  const began = await callServiceForJson<SignIn>(call, { method: 'POST', path, body })
  terminal.hint(
    began.user_code === null
      ? `Open this address in a browser on this computer:\n${began.url}`
      : `Open ${began.url} on any device and type ${began.user_code}.`,
  )
  const ended = await untilEnded(call)
  if (ended.state !== 'signed_in')
    throw new CommandError(ended.message ?? 'The sign-in was cancelled.', exitCode.failed)
  terminal.result(ended, () => ended.message ?? 'Signed in.')
  return exitCode.ok
}

async function untilEnded(call: CommandCall): Promise<SignIn> {
  for (;;) {
    const now = await callServiceForJson<SignIn>(call, { method: 'GET', path })
    if (now.state !== 'waiting') return now
    await sleep(LOOK_MS)
  }
}
