import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the address of a worker's browser is told. */
    browserHost: string
  }
}

/** Ends with the run, however that ends. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const host = fork(new URL('./browser-host.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await once(host, 'message')) as [number]
  project.provide('browserHost', `http://127.0.0.1:${port}`)
  return async () => {
    const ended = once(host, 'exit')
    host.disconnect()
    await ended
  }
}
