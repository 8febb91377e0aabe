import { spawn } from 'node:child_process'
import { openerOf } from '../../platform/notices/open-address.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf, requireService } from '../running-service.ts'

export async function run({ terminal, ...call }: CommandCall): Promise<number> {
  const { localAddress: address } = requireService(folderOf(call))
  if (call.flags['print'] === true) {
    terminal.result({ address, opened: false }, () => address)
    return exitCode.ok
  }
  const opened = await launches(openerOf(address))
  terminal.result({ address, opened }, () =>
    opened ? `Opened ${address}` : `Open ${address} in your browser.`,
  )
  return exitCode.ok
}

async function launches([program, ...words]: readonly [string, ...string[]]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = spawn(program, words, { stdio: 'ignore', detached: true })
  child.once('error', () => resolve(false))
  child.once('exit', (code) => resolve(code === 0))
  // Some openers stay until the browser closes: a second without complaint means that it is open.
  const patience = setTimeout(() => resolve(true), 1000)
  const opened = await promise
  clearTimeout(patience)
  child.unref()
  return opened
}
