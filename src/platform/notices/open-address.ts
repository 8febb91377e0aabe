import { spawn } from 'node:child_process'
import { CHILD_MARK } from '../processes/own-children.ts'

/** The program and words that open an address in the person's browser. */
export function openerOf(
  address: string,
  platform: NodeJS.Platform = process.platform,
): [string, ...string[]] {
  if (platform === 'darwin') return ['open', address]
  // Unlike "start", it isn't a command of a shell, to which "&" in an address would mean something.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  return ['xdg-open', address]
}

/** Opens an address in the person's browser. */
export async function openAddress(address: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const [opener, ...words] = openerOf(address)
  const child = spawn(opener, words, {
    stdio: 'ignore',
    detached: true,
    env: { ...environment, [CHILD_MARK]: '1' },
  })
  child.once('error', reject)
  // Some openers stay until the browser closes.
  child.once('spawn', resolve)
  child.unref()
  await promise
}
