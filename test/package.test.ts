import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { pdfBytes } from './pdf-bytes.ts'
import { newProgram, type Program, type StartedService } from './program.ts'

const root = join(import.meta.dirname, '..')
const dependencies = Object.keys(packageJson.dependencies)
const run = promisify(execFile)
const LONG_MS = 600_000

let folder: string
/** Where the package lies, as `npm install --global` would put it. */
let home: string
let program: Program
let service: StartedService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-package-'))
  home = join(folder, 'lib', 'node_modules', 'deskhand')
  await run('npm', ['run', 'prepack'], { cwd: root })
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root })
  await mkdir(home, { recursive: true })
  const tarball = join(folder, `deskhand-${packageJson.version}.tgz`)
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', home])
  for (const name of dependencies) {
    const link = join(home, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', name), link)
  }
  program = await newProgram()
  service = await startAsInstalled()
}, LONG_MS)

afterAll(async () => {
  await program?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

function installed(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const command = [process.execPath, join(home, 'bin', 'deskhand.js')] as const
  return program.run(words, { command, environment })
}

/** By the command of the unit that it would install. */
async function startAsInstalled(): Promise<StartedService> {
  const tools = join(folder, 'tools')
  await mkdir(tools)
  await writeFile(join(tools, 'systemctl'), '#!/bin/sh\n')
  await chmod(join(tools, 'systemctl'), 0o755)
  const PATH = `${tools}:${process.env['PATH']}`
  const { stdout } = await installed(['service', 'install', '--print', '--port', '0'], { PATH })
  const [node, ...words] = [...stdout.match(/^ExecStart=(.*)$/m)![1]!.matchAll(/"([^"]*)"/g)].map(
    ([, word]) => word!,
  )
  const running = program.launch(words, { command: [node!] })
  const match = await running.wrote(/"address":"(http:[^"]+)".*"msg":"ready"/)
  return { ...running, address: match[1]! }
}

/** On a busy machine the service may be behind for a moment, and refuses what it has not begun. */
async function ask(path: string, init?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(service.address + path, init)
    if (response.status !== 503) return response
    await sleep(200)
  }
}

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const response = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as Record<string, unknown>
}

function tool(tool_name: string, args: object): Promise<Record<string, unknown>> {
  return post('/execute_tool', { tool_name, args })
}

test('the package holds what runs and nothing else', async () => {
  expect((await readdir(home)).toSorted()).toEqual(
    ['LICENSE', 'README.md', 'bin', 'dist', 'node_modules', 'package.json'].toSorted(),
  )
  const sources = await Array.fromAsync(glob('dist/**/*.{ts,tsx,txt,map}', { cwd: home }))
  expect(sources).toEqual(['dist/src/contract/plugin-module.d.ts'])
  expect(await Array.fromAsync(glob('dist/**/*.test.*', { cwd: home }))).toEqual([])
})

const IMPORTS =
  /^import '([^']+)'|^(?:import|export) (?:\* as \w+ |[\w$]+,? )?(?:\{[^}]*\} )?from '([^']+)'|(?<!\.)\bimport\('([^']+)'\)/gm

test('what the built code imports, or starts by its path, comes with it', async () => {
  const known = new Set([...dependencies, ...builtinModules])
  const missing: string[] = []
  for await (const name of glob('dist/src/**/*.js', { cwd: home })) {
    // Texts that become projects of their own.
    if (/project-setup\/templates\/|reference\/page\//.test(name)) continue
    const code = await readFile(join(home, name), 'utf8')
    for (const groups of code.matchAll(IMPORTS)) {
      const specifier = groups.slice(1).find((group) => group !== undefined)!
      if (/^(?:\.|node:)/.test(specifier)) continue
      const wanted = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
      if (!known.has(wanted)) missing.push(`${name}: ${wanted}`)
    }
    for (const [, beside] of code.matchAll(/[`/]([\w-]+)\$\{extname\(/g))
      if (!existsSync(join(home, dirname(name), `${beside}.js`))) missing.push(`${name}: ${beside}`)
  }
  expect(missing).toEqual([])
})

test('it answers, chats, and shows its page', async () => {
  const health = (await (await ask('/health')).json()) as object
  expect(health).toMatchObject({ status: 'ok', version: packageJson.version })
  expect(await post('/chat', { message: '25 minute timer' })).toMatchObject({
    components: [{ type: 'live_timer', seconds: 1500 }],
  })
  const page = await ask('/')
  expect(page.status).toBe(200)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())![1]!
  expect((await ask(script)).status).toBe(200)
  expect((await ask('/docs')).status).toBe(200)
})

test('tools that work in threads and processes of their own work', async () => {
  const path = (name: string) => join(program.home, name)
  const data = [
    { month: 'Jan', sales: 1200 },
    { month: 'Feb', sales: 1500 },
  ]
  expect(await tool('WRITE_XLSX', { path: path('sales.xlsx'), data })).toMatchObject({ success: true })
  const chart = { input_path: path('sales.xlsx'), output_path: path('sales.png'), chart_type: 'bar' }
  expect(await tool('GENERATE_CHART_IMAGE', chart)).toMatchObject({ success: true })
  await writeFile(path('letter.pdf'), pdfBytes([['Dear Ada']]))
  expect(JSON.stringify(await tool('READ_PDF', { path: path('letter.pdf') }))).toContain('Dear Ada')
  const letter = { path: path('letter.docx'), markdown: '# Dear Ada' }
  expect(await tool('CREATE_DOCX', letter)).toMatchObject({ success: true })
  expect(await post('/api/backups', {})).toMatchObject({ reason: 'manual' })
})

test('texts are turned into vectors', async () => {
  const module = join(home, 'dist/src/platform/embedding/embedder.js')
  const code = `const { createEmbedder } = await import(${JSON.stringify(module)})
    const embedder = createEmbedder()
    const [vector] = await embedder.embed(['good morning'], AbortSignal.timeout(50_000))
    console.log(vector.length)
    await embedder.close()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code])
  expect(stdout).toBe('384\n')
})

test('a plugin is made, tried and called in its sandbox', async () => {
  await installed(['plugin', 'new', 'hello'])
  const tried = await installed(['plugin', 'test', 'hello'])
  expect(tried.stdout).toContain('Hello, Ada! Hello, Ada!')
  const listed = async () => (await installed(['plugin', 'list'])).stdout
  await expect.poll(listed).toContain('HELLO_GREET')
  const asked = await tool('HELLO_GREET', { name: 'Grace' })
  const { confirmation_id } = (asked['data'] as { confirmation: { confirmation_id: string } }).confirmation
  const answer = await post('/api/confirm', { confirmation_id, approved: true })
  expect(JSON.stringify(answer)).toContain('Hello, Grace!')
})

test('the commands work on it', async () => {
  expect((await installed(['--version'])).stdout).toBe(`${packageJson.version}\n`)
  expect((await installed(['status'])).stdout).toContain(service.address)
  await expect.poll(async () => (await installed(['api', 'metrics.read'])).stdout).toContain('"cpu"')
})

test('an old Node gets one clear line', async () => {
  const values = "{ versions: { value: { node: '20.1.0' } }, version: { value: 'v20.1.0' } }"
  const old = `data:text/javascript,Object.defineProperties(process, ${values})`
  const command = [process.execPath, '--import', old, join(home, 'bin', 'deskhand.js')] as const
  const { code, stderr } = await program.run(['status'], { command: [...command] })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Deskhand needs Node 24 or newer, and this is v20\.1\.0: .+\n$/)
})
