/** The tests that `npm test` shortens, with all of their cases. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const files = [
  'test/eval-model.test.ts',
  'test/expressions/reference.test.ts',
  'test/new-things.test.ts',
  'test/start-stop.test.ts',
  'test/workflow-postgres.test.ts',
  'src/plugins/pptx-handler/damaged-decks.test.ts',
]

const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, DESKHAND_PROVE: 'whole' },
})
const [code] = (await once(child, 'exit')) as [number | null]
process.exitCode = code ?? 1
