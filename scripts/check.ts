import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Runs every check, also after one has failed, so that one run names everything there is to mend. What takes longest starts
 * first; what a check printed is shown when it is done, whole.
 */
const checks = [
  'check:lint',
  'check:types',
  'check:types:web',
  'check:dead',
  'check:generated',
  'check:format',
]

const failed: string[] = []
const waiting = [...checks]
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runWaiting))
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const started = performance.now()
    const { passed, output } = await run(check)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(`${passed ? '✓' : '✗'} ${check} (${seconds} s)${passed ? '' : `\n${output}`}`)
    if (!passed) failed.push(check)
  }
}

async function run(check: string): Promise<{ passed: boolean; output: string }> {
  const child = spawn('npm', ['run', '--silent', check], { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => printed.push(bytes))
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.on('error', (error) => {
    printed.push(Buffer.from(error.message))
    resolve(null)
  })
  child.on('close', resolve)
  return { passed: (await promise) === 0, output: Buffer.concat(printed).toString() }
}
