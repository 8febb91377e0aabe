import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWhole } from './shortened.ts'

// It tries the examples of docs/write-a-tool.md.

const root = join(import.meta.dirname, '..')
const runFile = promisify(execFile)
/** The compiler and a second test run: however busy the machine is. */
const HALF_AN_HOUR = 1_800_000
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'deskhand-new-'))
  for (const name of needed) cpSync(join(root, name), join(copy, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [kind, name] of added) await runNew(kind, name)
}, HALF_AN_HOUR)

afterAll(async () => {
  await rm(copy, { recursive: true, force: true })
})

const needed = [
  'src',
  'scripts',
  'test',
  'docs',
  'web/src',
  'web/tsconfig.json',
  'package.json',
  'tsconfig.json',
  'openapi.json',
  '.oxfmtrc.json',
]

const registries = [
  'src/components/schemas.test.ts',
  'src/cli/draw/components.test.ts',
  'test/registries.test.ts',
]

const added = [
  ['component', 'sun-dial'],
  ['widget', 'tide-level'],
  ['tool', 'web/count-words'],
  ['intent', 'talk/high-five'],
] as const

test(
  'what is written is type-correct',
  async () => {
    const files = {
      'tsconfig.new.json': [
        'src/plugins/registry.ts',
        'src/server/wiring/live-answers.ts',
        'src/components/describe.ts',
        'src/cli/draw/draw-blocks.ts',
        'src/components/sources.ts',
        'src/widgets/tide-level/widget.test.ts',
        'src/plugins/web/count-words.test.ts',
        'src/features/chat/router/intents/talk/high-five.ts',
        'src/features/chat/router/intents/talk/high-five.test.ts',
      ],
      'web/tsconfig.new.json': ['src/ambient.d.ts', '../src/components/views.tsx'],
    }
    for (const [name, list] of Object.entries(files)) {
      const config = { extends: './tsconfig.json', files: list, include: [] }
      await writeFile(join(copy, name), JSON.stringify(config))
      // Side by side, its checkers do most of the work several times over.
      await expect(runProgram('tsc', '-p', name, '--singleThreaded')).resolves.toBeDefined()
    }
  },
  HALF_AN_HOUR,
)

test('what is written is formatted, and what is derived from it is up to date', async () => {
  await expect(runProgram('oxfmt', '--check', 'src', 'scripts')).resolves.toBeDefined()
  await expect(runProgram('node', 'scripts/generate.ts', '--check')).resolves.toBeDefined()
})

test(
  'its own tests and those of the registries pass',
  async () => {
    await writeFile(
      join(copy, 'vitest.config.ts'),
      'export default { test: { isolate: false, maxWorkers: 1 } }',
    )
    await expect(
      runProgram(
        'vitest',
        'run',
        'src/widgets/tide-level',
        'src/widgets/registry.test.ts',
        'src/plugins/web/count-words',
        'src/features/chat/router/intents/talk',
        ...(isWhole ? registries : []),
      ),
    ).resolves.toBeDefined()
  },
  HALF_AN_HOUR,
)

test('it is registered, so that the service has it', async () => {
  const openapi = await readFile(join(copy, 'openapi.json'), 'utf8')
  expect(openapi).toContain('"/api/widget/tide_level"')
  expect(await readFile(join(copy, 'docs/reference/settings.md'), 'utf8')).toContain('UPSTREAM_TIDE_LEVEL')
  expect(await readFile(join(copy, 'docs/reference/tools.md'), 'utf8')).toContain('### COUNT_WORDS')
  expect(await readFile(join(copy, 'src/components/schemas.ts'), 'utf8')).toContain("'./sun-dial/schema.ts'")
})

test.each([
  ['widget', 'tide-level', 'The name is taken: src/components/tide-level already exists.'],
  ['tool', 'email/count-words', 'The name is taken: src/plugins/web/count-words.ts already has'],
  ['tool', 'nowhere/anything', 'No folder src/plugins/nowhere.'],
  ['component', 'SunDial', '"SunDial" is not a valid name.'],
  ['component', '../sun', '"../sun" is not a valid name.'],
  ['intent', 'high-five', '"high-five" is not a valid name. Write it like talk/high-five'],
  ['component', 'class', '"class" is a reserved word.'],
  ['gadget', 'sun-dial', 'Usage: npm run new component|widget|tool|intent NAME'],
])('new %s %s is refused with a sentence', async (kind, name, sentence) => {
  await expect(runNew(kind, name)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(sentence) as string,
  })
})

function runNew(kind: string, name: string) {
  return runProgram('node', 'scripts/new.ts', kind, name)
}

function runProgram(program: string, ...args: readonly string[]) {
  // The same code is loaded again and again: it is compiled once.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(copy, 'compiled') }
  return runFile(join(copy, 'node_modules/.bin', program), args, { cwd: copy, env })
}
