import { spawn } from 'node:child_process'
import { CHILD_MARK } from '../processes/own-children.ts'

/** Opens an address in the person's browser. */
export async function openAddress(address: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(process.platform === 'darwin' ? 'open' : 'xdg-open', [address], {
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
