import { execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtempDisposable, readFile, realpath, symlink } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource, type SkillSource } from '../src/features/skills/add/skill-source.ts'
import { guardedFetch } from '../src/platform/network/guarded-fetch.ts'
import { createTestLauncher } from './launcher.ts'
import { needsPrograms } from './needs-programs.ts'
import { zipOf } from './skill-archives.ts'
import { skillText, writeSkill } from './skill-folders.ts'

// It tries the examples of docs/skills.md.

/* Not 127.0.0.1, which programs in the sandbox reach without the service. */
const HOST = '127.0.0.2'

test('one commit of a repository is fetched, in the sandbox, and only over the guarded network', async (context) => {
  needsPrograms(context, 'bwrap', 'git', 'openssl')
  await using stage = await openStage()
  const { git, read } = stage
  await writeSkill(join(stage.work, 'skills'), 'one', {
    'SKILL.md': skillText('one', { description: 'First.' }),
  })
  await writeSkill(join(stage.work, 'skills'), 'two')
  git('add', '-A')
  git('commit', '-qm', 'First')
  const commit = git('rev-parse', 'HEAD')
  await writeSkill(join(stage.work, 'skills'), 'one', {
    'SKILL.md': skillText('one', { description: 'Second.' }),
  })
  git('commit', '-qam', 'Second')

  const files = await read({ from: stage.repository, commit, folder: 'skills/one' })
  expect([...files.keys()]).toEqual(['SKILL.md'])
  expect(files.get('SKILL.md')!.toString()).toContain('First.')
  await expect(read({ from: stage.repository, commit })).rejects.toThrow('There are 2 skills in it')
  await expect(read({ from: stage.repository, commit, folder: '../..' })).rejects.toThrow(
    'inside the repository',
  )
  await expect(read({ from: stage.repository, commit: '0'.repeat(40) })).rejects.toThrow(/git couldn't fetch/)

  await symlink('/etc/passwd', join(stage.work, 'skills', 'two', 'key.md'))
  git('add', '-A')
  git('commit', '-qm', 'Evil')
  const evil = git('rev-parse', 'HEAD')
  await expect(read({ from: stage.repository, commit: evil, folder: 'skills/two' })).rejects.toThrow(
    'key.md is a link',
  )

  // Where the person has not allowed the address, it is private.
  stage.allowed.length = 0
  await expect(read({ from: stage.repository, commit })).rejects.toThrow(/git couldn't fetch/)
}, 120_000)

test('an archive is downloaded over https', async (context) => {
  needsPrograms(context, 'bwrap', 'git', 'openssl')
  await using stage = await openStage()
  const files = await stage.read({ from: `${stage.address}/skill.zip` })
  expect([...files.keys()]).toEqual(['SKILL.md'])
  await expect(stage.read({ from: `${stage.address}/gone.zip` })).rejects.toThrow('answered 404')
  stage.allowed.length = 0
  await expect(stage.read({ from: `${stage.address}/skill.zip` })).rejects.toThrow('ALLOWED_PRIVATE_TARGETS')
})

async function openStage() {
  const opened = new AsyncDisposableStack()
  const home = await realpath(opened.use(await mkdtempDisposable(join(tmpdir(), 'deskhand-git-'))).path)
  const work = join(home, 'notes')
  await mkdir(work)
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', work, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], {
      encoding: 'utf8',
    }).trim()
  git('init', '-q')
  git('config', 'http.uploadpack', 'true')
  git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  const server = await startServer(home)
  opened.defer(() => void server.close())
  const address = `https://${HOST}:${(server.address() as AddressInfo).port}`
  const allowed = [new URL(address).host]
  const launcher = createTestLauncher({ home, guard: { allowedTargets: () => allowed, ownPorts: () => [] } })
  const deps = {
    home,
    launcher,
    fetch: insecure(guardedFetch({ allowedTargets: () => allowed })),
    uploadedPath: () => Promise.reject(new Error('Nothing was uploaded.')),
    gitVariables: { GIT_SSL_NO_VERIFY: '1' },
  }
  return {
    work,
    git,
    address,
    allowed,
    repository: `${address}/notes/.git`,
    read: (source: SkillSource) => readSource(source, deps, AbortSignal.timeout(100_000)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** The certificate of the test is nobody's. */
function insecure(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (...given) => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      return await fetch(...given)
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
    }
  }
}

/** Repositories by git's own program, and one archive. */
async function startServer(root: string): Promise<Server> {
  execFileSync(
    'openssl',
    'req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=localhost'.split(' '),
    { cwd: root, stdio: 'ignore' },
  )
  const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(join(root, name))))
  const server = createServer({ key, cert }, (request, response) => {
    const url = new URL(request.url!, 'https://localhost')
    if (url.pathname === '/skill.zip') response.end(zipOf({ 'SKILL.md': skillText('fetched') }))
    else if (url.pathname.startsWith('/notes/')) answerByGit(url, { root, request, response })
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve))
  return server
}

interface Asked {
  readonly root: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function answerByGit(url: URL, { root, request, response }: Asked): void {
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  request.pipe(backend.stdin)
  const chunks: Buffer[] = []
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  backend.on('close', () => answer(Buffer.concat(chunks)))
  const answer = (said: Buffer) => {
    const end = said.indexOf('\r\n\r\n')
    const headers = said.subarray(0, end).toString().split('\r\n')
    const status = headers.find((line) => line.startsWith('Status:'))
    for (const line of headers) {
      const [name = '', value = ''] = line.split(': ')
      if (name !== 'Status' && name !== '') response.setHeader(name, value)
    }
    response.writeHead(status === undefined ? 200 : Number(status.slice(8, 11)))
    response.end(said.subarray(end + 4))
  }
}
