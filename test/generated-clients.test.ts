import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient } from '../scripts/build/client.ts'
import { startTestService, type TestService } from './service.ts'

// It tries the examples of docs/typescript-client.md.

/**
 * The clients that users generate from openapi.json, and the one that comes with the package: each is generated, compiled
 * strictly, and used against the service.
 */
const folder = join(import.meta.dirname, 'openapi-clients')
const document = join(import.meta.dirname, '..', 'openapi.json')
const run = promisify(execFile)
const LONG_MS = 300_000

let service: TestService
beforeAll(async () => {
  await rm(join(folder, 'dist'), { recursive: true, force: true })
  service = await startTestService()
}, LONG_MS)
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await rm(join(folder, 'dist'), { recursive: true, force: true })
})

/** Its own copy of a program goes before that of the whole checkout: the generators need an older TypeScript. */
function runHere(words: readonly string[]) {
  const bins = [join(folder, 'node_modules/.bin'), join(folder, '../../node_modules/.bin')]
  const PATH = [...bins, process.env['PATH']].join(':')
  return run('/usr/bin/env', words, {
    cwd: folder,
    env: { ...process.env, PATH, NO_COLOR: '1', DESKHAND_ADDRESS: service.address },
  })
}

test(
  'redocly finds nothing to say about openapi.json',
  async () => {
    const { stdout, stderr } = await runHere(['redocly', 'lint', document, '--extends=recommended'])
    expect(`${stdout}${stderr}`).toContain('is valid')
    expect(`${stdout}${stderr}`).not.toMatch(/warning|error/i)
  },
  LONG_MS,
)

const generators: Readonly<Record<string, readonly string[]>> = {
  'openapi-typescript': ['openapi-typescript', document, '-o', 'dist/openapi-typescript.d.ts'],
  'hey-api': [
    'openapi-ts',
    '-i',
    document,
    '-o',
    'dist/hey-api',
    '-p',
    '@hey-api/typescript',
    '@hey-api/sdk',
    '@hey-api/client-fetch',
  ],
  orval: ['orval', '--config', 'orval.config.js'],
}

describe('a client generated', () => {
  beforeAll(async () => {
    for (const words of Object.values(generators)) await runHere(words)
    await buildClient(join(folder, '..', '..'), join(folder, 'dist', 'own-client'))
    await run(join(folder, '../../node_modules/.bin/tsc'), ['-p', 'uses'], { cwd: folder })
  }, LONG_MS)

  test.each([...Object.keys(generators), 'own-client'])(
    'by %s talks to the service',
    async (name) => {
      const { walk } = await bundled<'walk'>(name)
      expect(await walk(service.address)).toEqual({
        health: 'ok',
        stored: ['red', 'blue'],
        schedule: 'Count',
        gone: { status: 404, code: 'not_found' },
      })
    },
    LONG_MS,
  )

  test('by the package hears events, and sends files', async () => {
    const { hear, upload } = await bundled<'hear' | 'upload'>('own-client')
    expect(await hear(service.address)).toBe('heard')
    expect(await upload(service.address)).toEqual({ filename: 'tides.md', size: 35 })
  })
})

/** What generators write is meant for a bundler: its imports name no endings. */
async function bundled<Name extends string>(name: string) {
  const target = join(await mkdtemp(join(folder, 'dist', 'bundle-')), 'walk.mjs')
  const bundle = await rolldown({ input: join(folder, 'uses', `${name}.ts`), platform: 'node' })
  await bundle.write({ file: target, format: 'esm' })
  await bundle.close()
  return (await import(pathToFileURL(target).href)) as Record<Name, (address: string) => Promise<unknown>>
}
