import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { newProgram } from './program.ts'

it('answers HTTP on a Unix socket that only the user can open, with the same rules', async () => {
  await using program = await newProgram()
  const path = join(program.home, 'http.sock')
  const { kill, ended } = await program.start(['--socket', path])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await ask(path, '/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const foreign = await ask(path, '/api/store', { host: 'evil.example' })
  expect(foreign).toMatchObject({ status: 403, body: { code: 'forbidden_origin' } })
  const words = ['--silent', '--unix-socket', path, 'http://localhost/health']
  const { stdout } = await promisify(execFile)('curl', words)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'ok' })
  kill('SIGTERM')
  expect((await ended).code).toBe(exitCode.ok)
  expect(existsSync(path)).toBe(false)
})

it('takes the path from DESKHAND_SOCKET, and asks for the token there too', async () => {
  await using program = await newProgram()
  const path = join(program.home, 'http.sock')
  const token = (await program.run(['token', 'new'])).stdout.trim()
  await program.start([], { environment: { DESKHAND_SOCKET: path } })
  expect(await ask(path, '/api/store')).toMatchObject({ status: 401 })
  expect(await ask(path, '/api/store', { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 })
})

it('replaces the socket that a killed service left behind', async () => {
  await using program = await newProgram()
  const path = join(program.home, 'http.sock')
  const killed = await program.start(['--socket', path])
  killed.kill('SIGKILL')
  await killed.ended
  expect(existsSync(path)).toBe(true)
  const { pid } = await program.start(['--socket', path])
  expect(await ask(path, '/health')).toMatchObject({ body: { pid } })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

it('leaves the socket of another service and a file of the user alone', async () => {
  await using program = await newProgram()
  await using other = await newProgram()
  const path = join(program.home, 'http.sock')
  const { pid } = await program.start(['--socket', path])
  const refused = await other.run(['start', '--port', '0', '--socket', path])
  expect(refused.code).toBe(exitCode.failed)
  expect(refused.stderr).toContain(path)
  expect(refused.stderr).not.toContain('    at ')
  expect(await ask(path, '/health')).toMatchObject({ body: { pid } })
  const file = join(program.home, 'notes')
  await writeFile(file, 'mine')
  expect((await other.run(['start', '--port', '0', '--socket', file])).code).toBe(exitCode.failed)
  expect(await readFile(file, 'utf8')).toBe('mine')
})

async function ask(socketPath: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: unknown }>()
  request({ socketPath, path, headers: { host: 'localhost', ...headers } }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode, body: JSON.parse(body) }), reject)
  })
    .once('error', reject)
    .end()
  return promise
}
