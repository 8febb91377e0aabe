import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that the system hands out by itself, and none that browsers refuse to go to. */
const FIRST = 20_000
const LAST = 32_000

let next = FIRST + Math.floor(Math.random() * (LAST - FIRST))

/**
 * A port for somebody who opens it later, or again after a restart: whoever only wants any port gets one of the
 * system's, so nobody takes it in between.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    next = next === LAST ? FIRST : next + 1
    if ((await isFree('127.0.0.1')) && (await isFree('::1'))) return next
  }
}

async function isFree(host: string): Promise<boolean> {
  const server = createServer().listen(next, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    // A machine without IPv6 has no such address, and nobody listens there.
    return (error as NodeJS.ErrnoException).code !== 'EADDRINUSE'
  }
  server.close()
  await once(server, 'close')
  return true
}
