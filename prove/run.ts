import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Every long proof in full. Each is a script of its own that fails by its exit code. */
const proofs: readonly (readonly string[])[] = [
  ['storage-kill.ts', '200'],
  ['storage-power-cut.ts', '200'],
  ['storage-migration.ts', '50'],
  ['event-clients.ts'],
  ['soak.ts', '5000'],
  ['tool-fuzz.ts', '5000'],
  ['expression-fuzz.ts', '1000000'],
  ['workflow-chaos.ts'],
  ['workflow-chaos-postgres.ts'],
  ['workflow-chaos-postgres.ts', '50', '1', '1000'],
  ['items-chaos.ts'],
  ['trigger-chaos.ts'],
  ['timer-chaos.ts'],
  ['mail-attachment.ts', '100'],
  ['file-swap.ts', '10000'],
  ['firefox-attacks.ts'],
  ['desktop-race.ts', '200'],
  ['desktop-submit.ts', '200'],
  ['desktop-overlays.ts', '400'],
  ['desktop-benchmark.ts'],
  ['desktop-stop.ts', '50'],
  ['desktop-tasks.ts'],
  ['shortened-tests.ts'],
]

for (const [script, ...args] of proofs) {
  console.log(`\n== ${script} ${args.join(' ')}`)
  const child = spawn(process.execPath, [`prove/${script!}`, ...args], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) {
    console.error(`${script!} failed.`)
    process.exit(1)
  }
}
