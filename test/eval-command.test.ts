import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from '../eval/main.ts'
import type { Report } from '../eval/report.ts'
import { wishes } from '../eval/wishes/wishes.ts'
import { startScriptedModel } from './eval/scripted-model.ts'

// It tries the examples of docs/evaluation.md.

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'deskhand-eval-test-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(...args: readonly string[]) {
  const lines: string[] = []
  const take = (line: string) => void lines.push(line)
  const environment = { FULL: 'a-key', EMPTY: '' }
  const signal = new AbortController().signal
  const code = await main({ args, environment, print: take, complain: take, signal })
  return { code, said: lines.join('\n') }
}

const compatible = ['--provider', 'openai_compatible', '--model', 'scripted']

test.each([
  [[], 'Name a provider and a model, e.g. --provider ollama --model qwen3:8b.'],
  [
    ['--provider', 'nobody', '--model', 'm'],
    'There is no provider "nobody". Choose one of openai, anthropic',
  ],
  [['--provider', 'openai', '--model', 'm'], 'OpenAI needs a key.'],
  [
    ['--provider', 'openai', '--model', 'm', '--key-env', 'EMPTY'],
    'The environment variable EMPTY is empty. Put the key into it.',
  ],
  [compatible, 'openai_compatible needs an address'],
  [[...compatible, '--base-url', 'there'], '"there" is no address'],
  [[...compatible, '--base-url', 'http://127.0.0.1:1', '--only', 'no-such'], 'No wish fits "no-such".'],
  [
    [...compatible, '--base-url', 'http://127.0.0.1:1', '--repeat', '0'],
    '--repeat takes a number from 1 to 20.',
  ],
  [['--colour'], "Unknown option '--colour'"],
])('a wrong command line is a sentence: %j', async (args, sentence) => {
  const { code, said } = await run(...args)
  expect(said).toContain(sentence)
  expect(code).toBe(64)
})

test('all wishes are listed', async () => {
  const { code, said } = await run('--list')
  expect(code).toBe(0)
  expect(said.split('\n')).toHaveLength(wishes.length)
})

test('a server that does not run is told before anything is done', async () => {
  const { code, said } = await run(
    ...compatible,
    '--base-url',
    'http://127.0.0.1:1/v1',
    '--only',
    'tidy-downloads',
  )
  expect(said).toMatch(/cannot be reached|does not answer|Start|running/i)
  expect(code).toBe(69)
})

test('a file with something else in it is not written over', async () => {
  const json = join(folder, 'other.json')
  await writeFile(json, '{"mine": true}')
  const { code, said } = await run(...compatible, '--base-url', 'http://127.0.0.1:1/v1', '--json', json)
  expect(said).toContain('is no report of an evaluation')
  expect(code).toBe(64)
  expect(await readFile(json, 'utf8')).toBe('{"mine": true}')
})

test('a provider that fails midway ends it, and the same command goes on from there', async () => {
  const json = join(folder, 'report.json')
  const chosen = ['tidy-downloads', 'food-total', 'fix-spelling', 'sort-lines-de']
  const args = [...compatible, '--only', chosen.join(','), '--json', json]
  const first = wishes.find(({ id }) => id === chosen[0])!.turns[0]!.say
  const isTrial = (said: string) => !wishes.some(({ turns }) => turns.some(({ say }) => said.startsWith(say)))
  {
    await using model = await startScriptedModel(wishes, {
      before: (said) => (isTrial(said) || said.startsWith(first) ? 'answers' : 'refuses'),
    })
    const { code, said } = await run(...args, '--base-url', model.url)
    expect(said).toMatch(/✓ tidy-downloads/)
    expect(said).toContain('The provider failed 3 times in a row.')
    expect(code).toBe(69)
    const { totals } = JSON.parse(await readFile(json, 'utf8')) as Report
    expect(totals).toMatchObject({ runs: 4, passed: 1, errors: 3 })
  }
  await using model = await startScriptedModel(wishes)
  const { code, said } = await run(...args, '--base-url', model.url)
  expect(said).toContain(`1 of 4 are in ${json} already.`)
  expect(code).toBe(0)
  const { totals, results } = JSON.parse(await readFile(json, 'utf8')) as Report
  expect(totals).toMatchObject({ wishes: 4, runs: 4, passed: 4, errors: 0 })
  expect(results.map(({ id }) => id).toSorted()).toEqual(chosen.toSorted())
  expect(said).toMatch(/^all +4\/4/m)
  expect(said).toContain('By kind: do 3/3, question 1/1')
})

test('Ctrl-C leaves nothing behind', async () => {
  const temporary = await mkdtemp(join(folder, 'tmp-'))
  const wish = wishes.find(({ id }) => id === 'tidy-downloads')!
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  await using model = await startScriptedModel(wishes, {
    before(said) {
      if (!said.startsWith(wish.turns[0]!.say)) return 'answers'
      resolve()
      return 'hangs'
    },
  })
  const args = ['scripts/eval-model.ts', ...compatible, '--base-url', model.url, '--only', wish.id]
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], TMPDIR: temporary } })
  const complaint = text(child.stderr)
  child.stdout.resume()
  await asked
  child.kill('SIGINT')
  const [code] = (await once(child, 'exit')) as [number]
  expect(await complaint).toContain('Stopped.')
  expect(code).toBe(130)
  expect((await readdir(temporary)).filter((name) => name.startsWith('deskhand-eval-'))).toEqual([])
})
