import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtempDisposable, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { moduleName, templateNames } from './project.ts'
import { setupProject } from './setup-project.ts'

const run = promisify(execFile)
/** The tools of the project that is tested must be those of this one: Node 24 first on the path. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` }
const nasty = 'Says "hi" & <b>bye</b> in \\ {braces} \'quoted\' `ticks` ${value} """'

async function place() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'project-setup-'))
  return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() }
}

const callIn = (home: string) => createTestCall({ home, dataFolder: join(home, '.data') })

test.each(templateNames)('%s is written whole, as a repository with one commit', async (template) => {
  await using folder = await place()
  const path = join(folder.path, 'made', 'word-count')
  const { data, message } = await setupProject.run(
    { name: 'word-count', template, path },
    callIn(folder.path),
  )
  expect(message).toContain(path)
  expect(data).toMatchObject({ name: 'word-count', path, template, git: true })
  for (const file of data.files) expect(typeof (await readFile(join(path, file), 'utf8'))).toBe('string')
  expect(data.files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', '.editorconfig', '.gitignore']))
  const log = await run('git', ['-C', path, 'log', '--oneline'])
  expect(log.stdout.trim().split('\n')).toHaveLength(1)
  expect((await run('git', ['-C', path, 'status', '--short'])).stdout).toBe('')
  expect(await readdir(join(folder.path, 'made'))).toEqual(['word-count'])
})

test.each(['typescript_library', 'typescript_service', 'static_site'] as const)(
  'the tests of %s pass right after it was made',
  async (template) => {
    await using folder = await place()
    const path = join(folder.path, 'p')
    await setupProject.run({ name: 'P.2-x', template, path, description: nasty }, callIn(folder.path))
    const { stdout } = await run('npm', ['test'], { cwd: path, env })
    expect(stdout).toMatch(/# fail 0|ℹ fail 0/)
    expect(stdout).not.toMatch(/(?:#|ℹ) pass 0/)
  },
)

test.each([
  ['typescript_service', ['src/main.ts']],
  ['static_site', ['serve.js']],
] as const)('%s outlives an address that nobody can read', async (template, words) => {
  await using folder = await place()
  const path = join(folder.path, 'p')
  await setupProject.run({ name: 'p', template, path, git: false }, callIn(folder.path))
  const port = String(await freePort())
  const child = spawn(process.execPath, words, { cwd: path, env: { ...env, PORT: port } })
  try {
    await once(child.stdout, 'data')
    expect(await statusOf(Number(port), '//')).toBeGreaterThanOrEqual(400)
    expect(await statusOf(Number(port), '/%')).toBe(404)
    expect(await statusOf(Number(port), '/')).toBe(200)
  } finally {
    child.kill()
  }
})

/** Sent as it is: `fetch` would mend it first. */
async function statusOf(port: number, path: string): Promise<number | undefined> {
  const [response] = (await once(get({ port, path, agent: false }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test('the tests of a Python package pass right after it was made, and it runs', async () => {
  await using folder = await place()
  const path = join(folder.path, 'p')
  await setupProject.run(
    { name: 'Word-Count', template: 'python_package', path, description: nasty },
    callIn(folder.path),
  )
  const { stderr } = await run('python3', ['-m', 'unittest'], { cwd: path })
  expect(stderr).toContain('Ran 2 tests')
  const counted = run('python3', ['-m', 'word_count'], { cwd: path })
  counted.child.stdin!.end('one two')
  expect((await counted).stdout).toBe('2\n')
  await run('python3', ['-c', 'import tomllib; tomllib.load(open("pyproject.toml","rb"))'], { cwd: path })
})

test(
  'a React app is built and its tests pass once its packages are there',
  { timeout: 240_000 },
  async () => {
    await using folder = await place()
    const path = join(folder.path, 'p')
    await setupProject.run(
      { name: 'shop', template: 'react_app', path, description: nasty },
      callIn(folder.path),
    )
    await symlink(resolve('node_modules'), join(path, 'node_modules'))
    const own = { ...env, VITEST: undefined, VITEST_POOL_ID: undefined, NODE_ENV: undefined, CI: 'true' }
    await run('npx', ['vitest', 'run'], { cwd: path, env: own })
    await run('npx', ['vite', 'build'], { cwd: path, env: own })
    expect(await readdir(join(path, 'dist'))).toContain('index.html')
    await run('npx', ['tsc', '--noEmit'], { cwd: path, env: own })
  },
)

test('types and lint of the TypeScript projects are clean', { timeout: 240_000 }, async () => {
  for (const template of ['typescript_library', 'typescript_service'] as const) {
    await using folder = await place()
    const path = join(folder.path, 'p')
    await setupProject.run({ name: 'p', template, path, description: nasty }, callIn(folder.path))
    await symlink(resolve('node_modules'), join(path, 'node_modules'))
    const { stdout } = await run('npm', ['run', 'check'], { cwd: path, env })
    expect(stdout).toContain('Found 0 warnings and 0 errors')
  }
})

test('a folder that is not empty, or a file, is refused and left as it is', async () => {
  await using folder = await place()
  const path = join(folder.path, 'taken')
  await mkdir(path)
  await writeFile(join(path, 'mine.txt'), 'mine')
  const call = callIn(folder.path)
  await expect(setupProject.run({ name: 'x', template: 'empty', path }, call)).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(
    setupProject.run({ name: 'x', template: 'empty', path: join(path, 'mine.txt') }, call),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect(await readdir(folder.path)).toEqual(['taken'])
  expect(await readdir(path)).toEqual(['mine.txt'])
})

test('an empty folder is used, and without git none is made', async () => {
  await using folder = await place()
  const path = join(folder.path, 'there')
  await mkdir(path)
  const call = callIn(folder.path)
  const { data } = await setupProject.run({ name: 'x', template: 'empty', path, git: false }, call)
  expect(data.git).toBe(false)
  expect(await readdir(path)).not.toContain('.git')
})

test('a call that was stopped leaves nothing behind', async () => {
  await using folder = await place()
  const call = { ...callIn(folder.path), signal: AbortSignal.abort() }
  const path = join(folder.path, 'deep', 'er', 'x')
  await expect(setupProject.run({ name: 'x', template: 'react_app', path }, call)).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(await readdir(folder.path)).toEqual([])
})

test('a name becomes one that Python can import', () => {
  const project = { description: '', author: '', year: 2026 }
  expect(moduleName({ ...project, name: 'Word-Count.2' })).toBe('word_count_2')
  expect(moduleName({ ...project, name: '2fast' })).toBe('project_2fast')
  expect(moduleName({ ...project, name: 'class' })).toBe('project_class')
  expect(moduleName({ ...project, name: 're' })).toBe('project_re')
  expect(moduleName({ ...project, name: 'unittest' })).toBe('project_unittest')
})
