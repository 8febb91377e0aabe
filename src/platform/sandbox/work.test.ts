import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readFile, realpath, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestLauncher } from '../../../test/launcher.ts'
import { needBubblewrap } from '../../../test/plugins.ts'
import type { Launcher } from './launcher.ts'

beforeEach(needBubblewrap)

const slow = { timeout: 240_000 }
const opened = new AsyncDisposableStack()
const requests: string[] = []
let root: string
let home: string
let documents: string
let port: number
let ownPort: number
let reachedService = 0
let launcher: Launcher

/** Files over HTTP, as a registry of packages and a git server offer them. Its name is one that the guard was told to allow. */
beforeAll(async () => {
  const temporary = opened.use(await mkdtempDisposable(join(tmpdir(), 'deskhand-work-')))
  root = await realpath(temporary.path)
  home = join(root, 'home')
  documents = join(home, 'Documents')
  await mkdir(documents, { recursive: true })
  await writeFile(
    join(home, '.gitconfig'),
    '[user]\n\tname = Ada\n\temail = ada@host.test\n[credential]\n\thelper = store\n',
  )
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request.url ?? '')
    const path = join(root, 'served', decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname))
    const bytes = await readFile(path).catch(() => undefined)
    response.writeHead(bytes ? 200 : 404, {
      'content-type': extname(path) === '' ? 'application/json' : 'text/plain',
    })
    response.end(bytes)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  port = (server.address() as AddressInfo).port
  const service = createServer((_request, response) => {
    reachedService += 1
    response.end()
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  opened.defer(() => void service.close())
  ownPort = (service.address() as AddressInfo).port
  const lookup = ((_name: string, options: { all?: boolean }, done: (...answer: unknown[]) => void) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never
  launcher = createTestLauncher({
    home,
    guard: {
      allowedTargets: () => [`files.host.test:${port}`, `127.0.0.1:${ownPort}`],
      ownPorts: () => [ownPort],
      lookup,
    },
  })
})
afterAll(() => opened.disposeAsync())

async function work(command: string, folder = documents) {
  const child = await launcher.start({
    words: ['bash', '-c', command],
    rights: 'work',
    folder,
    isFolderGranted: true,
  })
  let output = ''
  child.stdout!.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.stderr!.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...words])

test(
  'git: a clone over HTTP, a commit by its author, a push to a repository in the workspace',
  slow,
  async () => {
    const served = join(root, 'served', 'origin.git')
    git('init', '-q', '--bare', served)
    const source = join(root, 'source')
    git('init', '-q', source)
    git('-C', source, 'commit', '-q', '--allow-empty', '-m', 'first')
    git('-C', source, 'push', '-q', served, 'HEAD:refs/heads/main')
    git('-C', served, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    git('-C', served, 'update-server-info')
    git('init', '-q', '--bare', join(documents, 'bare.git'))
    const { code, output } = await work(
      `set -e; git clone -q http://files.host.test:${port}/origin.git copy; cd copy
     echo hi > note; git add note; git commit -qm second; git push -q ../bare.git HEAD:refs/heads/main; git log --format=%an`,
    )
    expect({ code, output }).toEqual({ code: 0, output: 'Ada\na\n' })
    expect(requests).toContain('/origin.git/HEAD')
    expect(git('-C', join(documents, 'bare.git'), 'log', '--format=%s', 'main').toString()).toBe(
      'second\nfirst\n',
    )
  },
)

test(
  'a repository that was there before keeps its hooks and settings, and can be committed to',
  slow,
  async () => {
    const own = join(documents, 'own')
    git('init', '-q', own)
    const config = await readFile(join(own, '.git', 'config'), 'utf8')
    const { code } = await work('git commit -q --allow-empty -m inside', own)
    expect(code).toBe(0)
    for (const attack of [
      'git config core.fsmonitor ./x',
      'echo x > .git/hooks/pre-commit',
      'rm -rf .git/hooks && mkdir .git/hooks && echo x > .git/hooks/pre-commit',
      'mv .git away',
      'mv .git/config away',
    ])
      expect((await work(attack, own)).code, attack).not.toBe(0)
    await work(
      'mkdir evil; cp .git/config evil; mkdir evil/objects evil/refs; echo ../evil > .git/commondir',
      own,
    )
    await expect.poll(() => existsSync(join(own, '.git', 'commondir'))).toBe(false)
    expect(await readFile(join(own, '.git', 'config'), 'utf8')).toBe(config)
    expect(existsSync(join(own, '.git', 'hooks', 'pre-commit'))).toBe(false)
  },
)

test('npm installs from a registry and runs a script', slow, async () => {
  const pack = join(root, 'pack', 'package')
  await mkdir(pack, { recursive: true })
  await writeFile(
    join(pack, 'package.json'),
    JSON.stringify({ name: 'tiny', version: '1.0.0', main: 'index.js' }),
  )
  await writeFile(join(pack, 'index.js'), "module.exports = 'tiny works'")
  const archive = join(root, 'served', 'tiny.tgz')
  await mkdir(join(root, 'served'), { recursive: true })
  execFileSync('tar', ['-czf', archive, '-C', join(root, 'pack'), 'package'])
  const tarball = `http://files.host.test:${port}/tiny.tgz`
  const versions = { '1.0.0': { name: 'tiny', version: '1.0.0', main: 'index.js', dist: { tarball } } }
  await writeFile(
    join(root, 'served', 'tiny'),
    JSON.stringify({ name: 'tiny', 'dist-tags': { latest: '1.0.0' }, versions }),
  )
  const project = join(documents, 'node-project')
  await mkdir(project)
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ scripts: { say: 'node -p "require(\'tiny\')"' } }),
  )
  const { output } = await work(
    `npm install --no-audit --no-fund --registry http://files.host.test:${port}/ tiny && npm run -s say`,
    project,
  )
  expect(output).toContain('tiny works')
})

test("Node's own fetch goes through the proxy, and what is not public is refused", slow, async () => {
  await writeFile(join(root, 'served', 'hello.txt'), 'hello from outside')
  const script = join(documents, 'reach.mjs')
  await writeFile(
    script,
    `for (const url of process.argv.slice(2))
       console.log(await fetch(url).then(async (answer) => answer.status + ' ' + (await answer.text()).trim(), (error) => error.cause?.code ?? error.message))`,
  )
  const { output } = await work(
    `node ${script} http://files.host.test:${port}/hello.txt http://10.0.0.1/ http://other.host.test/ http://public.host.test:25/`,
  )
  const [allowed, ...refused] = output.trim().split('\n')
  expect(allowed).toBe('200 hello from outside')
  expect(refused).toHaveLength(3)
  for (const line of refused) expect(line).not.toMatch(/^200/)
})

test('the service itself is out of reach even where its address was allowed', slow, async () => {
  const { output } = await work(`curl -s --noproxy '' -w '%{http_code}' http://127.0.0.1:${ownPort}/`)
  expect(output).toMatch(/403$/)
  expect(reachedService).toBe(0)
})

test.for([
  ['python3', 'python3 -m venv --without-pip .venv && .venv/bin/python -c "print(\'it works\')"'],
  [
    'gcc',
    'echo \'int main(void) { return puts("it works") < 0; }\' | gcc -include stdio.h -xc - -o program && ./program',
  ],
  ['make', "printf 'all:\\n\\t@echo it works\\n' > Makefile && make -s"],
  [
    'chromium',
    "echo '<p>it works</p>' > page.html && chromium --headless --no-sandbox --disable-gpu --dump-dom file://$PWD/page.html 2>/dev/null",
  ],
] as const)('%s works', slow, async ([program, command], { skip }) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
  } catch {
    skip(`${program} is not installed`)
  }
  const folder = join(documents, program)
  await mkdir(folder)
  const first = await work(command, folder)
  expect(first.output).toContain('it works')
  // What it made is still there for the next command.
  if (program === 'python3') expect((await work('.venv/bin/python -c "print(1)"', folder)).output).toBe('1\n')
})
