import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { pdfBytes } from './pdf-bytes.ts'
import { newProgram, type Program, type StartedService } from './program.ts'

// It tries the examples of docs/guide.md, docs/typescript-client.md and docs/upgrade.md.

const root = join(import.meta.dirname, '..')
const dependencies = Object.keys(packageJson.dependencies)
const run = promisify(execFile)
const LONG_MS = 600_000

let folder: string
/** Where the package lies, as `npm install --global` puts it. */
let home: string
let program: Program
let service: StartedService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-package-'))
  home = join(folder, 'lib', 'node_modules', 'deskhand')
  await run('npm', ['run', 'prepack'], { cwd: root })
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root })
  const tarball = join(folder, `deskhand-${packageJson.version}.tgz`)
  // What `npm ci` has fetched for this checkout is not fetched again.
  const how = ['--global', '--prefix', folder, '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...how, tarball])
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

test('the package holds what runs, what is to be read, and nothing else', async () => {
  expect((await readdir(home)).toSorted()).toEqual(
    [
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin',
      'dist',
      'docs',
      'node_modules',
      'package.json',
    ].toSorted(),
  )
  const sources = await Array.fromAsync(glob('dist/**/*.{ts,tsx,map}', { cwd: home }))
  expect(sources.toSorted()).toEqual(['dist/client/client.d.ts', 'dist/src/contract/plugin-module.ts'])
  expect(await Array.fromAsync(glob('dist/**/*.test.*', { cwd: home }))).toEqual([])
})

test('an install stays small, whatever is added', async () => {
  const sizes = await Promise.all((await filesBelow(home)).map(async (path) => (await stat(path)).size))
  const manifests = await Array.fromAsync(
    glob('node_modules/{@*/*,[!@]*}/package.json', { cwd: home, exclude: ['**/node_modules/.*'] }),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(130e6)
  expect(sizes.length).toBeLessThan(1300)
  // With the package itself.
  expect(manifests.length + 1).toBeLessThanOrEqual(15)
})

test('a start loads few modules', async () => {
  expect((await modulesOf(join(home, 'dist/src/program/main.js'))).length).toBeLessThan(30)
  const services = await Array.fromAsync(glob('dist/chunks/service-*.js', { cwd: home }))
  const counts = await Promise.all(services.map(async (path) => (await modulesOf(join(home, path))).length))
  expect(Math.max(...counts)).toBeGreaterThan(60)
  expect(Math.max(...counts)).toBeLessThan(160)
})

async function filesBelow(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
}

/** What built code imports before it runs: that stands before everything else, or is all there is. */
function importsOf(code: string): string[] {
  const head = /^(?:import[^;]*;|export\{[^}]*\}from[^;]*;)*/.exec(code)![0]
  return [...head.matchAll(/(?:from|import)"([^"]+)"/g)].map(([, specifier]) => specifier!)
}

/** The module and all that it imports before it runs. */
async function modulesOf(entry: string): Promise<string[]> {
  const found = new Set<string>([entry])
  for (const path of found)
    for (const specifier of importsOf(await readFile(path, 'utf8')))
      if (specifier.startsWith('.')) found.add(join(dirname(path), specifier))
  return [...found]
}

test('what the built code imports comes with it', async () => {
  const known = new Set([...dependencies, ...builtinModules])
  const missing: string[] = []
  let counted = 0
  for await (const name of glob('dist/{src,chunks}/**/*.js', { cwd: home })) {
    const code = await readFile(join(home, name), 'utf8')
    for (const specifier of importsOf(code)) {
      counted += 1
      const isThere = specifier.startsWith('.')
        ? existsSync(join(home, dirname(name), specifier))
        : known.has(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
      if (!isThere && !specifier.startsWith('node:')) missing.push(`${name}: ${specifier}`)
    }
  }
  expect(missing).toEqual([])
  expect(counted).toBeGreaterThan(500)
})

test('a plugin in its sandbox loads one file of the service, because only that one is bound', async () => {
  const code = await readFile(join(home, 'dist/src/platform/sandbox/plugin-child.js'), 'utf8')
  // What Node has built in is taken without an import.
  expect(code).toContain('getBuiltinModule(`node:')
  expect(importsOf(code)).toEqual([])
  expect([...code.matchAll(/import\(.*?\)/g)].filter(([call]) => /["'`]\.{1,2}\//.test(call))).toEqual([])
})

test('every bundled package is named, with its licence and its checksum', async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>
  }
  const licences = await readFile(join(home, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  const list = JSON.parse(await readFile(join(home, 'dist/sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string; hashes?: object[]; licenses?: object[] }[]
  }
  const listed = new Set(list.components.map(({ name, version }) => `${name}@${version}`))
  // Of the page there are no source maps, and a font has none.
  const bundled = new Set([...(await bundledPlaces()), 'node_modules/react', 'node_modules/dejavu-fonts-ttf'])
  expect(bundled.size).toBeGreaterThan(100)
  for (const place of bundled) {
    const { name } = JSON.parse(await readFile(join(root, place, 'package.json'), 'utf8')) as { name: string }
    const label = `${name}@${lock.packages[place]!.version}`
    expect(licences).toContain(`${label} (`)
    expect(listed).toContain(label)
  }
  for (const [place, { version, dev }] of Object.entries(lock.packages))
    if (!dev && dependencies.includes(place.slice('node_modules/'.length)) && place !== 'node_modules/canvas')
      expect(listed).toContain(`${place.slice('node_modules/'.length)}@${version}`)
  expect(list.components.filter(({ hashes, licenses }) => !hashes || !licenses)).toEqual([])
})

/** By the source maps, which stay in the checkout: an account that the build's own lists have no part in. */
async function bundledPlaces(): Promise<Set<string>> {
  const places = new Set<string>()
  for await (const name of glob('dist/**/*.map', { cwd: root })) {
    const { sources } = JSON.parse(await readFile(join(root, name), 'utf8')) as { sources: string[] }
    for (const source of sources) {
      const place = /^(?:\.\.\/)+(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
      if (place) places.add(place)
    }
  }
  return places
}

test('it answers, chats, and shows its page', async () => {
  const health = (await (await ask('/health')).json()) as object
  expect(health).toMatchObject({ status: 'ok', version: packageJson.version })
  expect(await post('/chat', { message: '25 minute timer' })).toMatchObject({
    components: [{ type: 'live_timer', seconds: 1500 }],
  })
  const page = await ask('/')
  expect(page.status).toBe(200)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())![1]!
  const [packed, plain] = await Promise.all(
    ['gzip', 'identity'].map((coding) => ask(script, { headers: { 'accept-encoding': coding } })),
  )
  expect([packed!.status, packed!.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  expect([plain!.status, plain!.headers.get('content-encoding')]).toEqual([200, null])
  expect(await plain!.text()).toBe(await packed!.text())
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
  const child = join(home, 'dist/src/platform/embedding/embed-child.js')
  const code = `const { fork } = await import('node:child_process')
    const child = fork(${JSON.stringify(child)}, [], { serialization: 'advanced', execArgv: ['--permission', '--allow-fs-read=*'] })
    child.on('message', ({ vectors }) => { console.log(vectors[0].length); child.disconnect() })
    child.send({ id: 1, texts: ['good morning'] })`
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

test('the keyring is asked by a process that has its native part', async () => {
  const child = join(home, 'dist/src/platform/secrets/keyring-process.js')
  const order = { service: 'deskhand-test', orders: [{ do: 'get', account: 'nobody' }] }
  const asked = run(process.execPath, [child], { env: {} })
  asked.child.stdin!.end(JSON.stringify(order))
  // Without a session there is no keyring, and the library itself says so.
  expect(JSON.parse((await asked).stdout)).toEqual({
    error: expect.stringMatching(/secret|storage|platform|d-?bus/i),
  })
})

test(
  'what is tested by starting the program passes on it as well',
  async () => {
    const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$)/.test(name))
    const env = { ...Object.fromEntries(own), TESTED_PROGRAM: join(home, 'bin', 'deskhand.js') }
    const words = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/installed.config.ts']
    const { stdout } = await run(process.execPath, words, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 })
    expect(stripVTControlCharacters(stdout)).toMatch(/Test Files +\d+ passed/)
  },
  LONG_MS * 2,
)

// The last one: it takes the package away.
test('an uninstall under the running service is told in words, not as a missing module', async () => {
  await rm(join(home, 'dist'), { recursive: true })
  const told = `Deskhand was uninstalled from ${home} while it runs.`
  const notices = async () => (await ask('/api/notifications')).text()
  await expect.poll(notices).toContain(told)
  // What was not used yet would have to be loaded now. It is refused with 503, and asking again would not help.
  const refused = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = body && { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(service.address + path, init)).text()
  }
  const args = (name: string) => ({ path: join(program.home, name) })
  expect(await refused('/execute_tool', { tool_name: 'XLSX_INFO', args: args('sales.xlsx') })).toContain(told)
  expect(await refused('/execute_tool', { tool_name: 'READ_DOCX', args: args('letter.docx') })).toContain(
    told,
  )
  expect(await refused('/api/backups', {})).toContain(told)
  expect(await refused('/')).toContain(told)
  service.kill('SIGTERM')
  const { code, stdout, stderr } = await service.ended
  expect(code).toBe(0)
  expect(stdout).toContain(told)
  expect(`${stdout}${stderr}`).not.toMatch(/Unexpected error|ERR_MODULE_NOT_FOUND/)
})
