import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toWire } from '../../src/client/wire.ts'
import { isForPersonOnly } from '../../src/contract/callers.ts'
import type { AnyEndpoint, Contract } from '../../src/contract/endpoint.ts'
import { api } from '../../src/features/contracts.ts'
import { startServiceWithChildren, type ServiceHost } from './service-with-children.ts'

const run = promisify(execFile)
/** A machine that is busy with other tests may be too busy for a moment. */
const patiently = ['--retry', '9', '--retry-max-time', '30']

const endpoints = Object.values(api as Readonly<Record<string, Contract>>).flatMap((contract) =>
  Object.values(contract),
)
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

test('whatever changes something is for persons, but for these', () => {
  const changing = endpoints.filter(({ method }) => method !== 'GET')
  expect(
    changing
      .filter((endpoint) => !isForPersonOnly(endpoint))
      .map(nameOf)
      .toSorted(),
  ).toEqual([
    // Under the caller's provenance: what matters is asked.
    'POST /api/assist',
    'POST /api/computer/execute',
    // To stop is open to everybody.
    'POST /api/computer/stop',
    // Works out what it is given, and neither reads nor changes anything.
    'POST /api/expressions/check',
    // Under the caller's provenance again.
    'POST /api/llm',
    'POST /api/transform',
    'POST /api/ui_telemetry',
    'POST /api/widget/translate',
    'POST /api/workflows',
    'POST /api/workflows/:workflow_id/interrupt',
    'POST /api/workflows/generate',
    'POST /chat',
    'POST /chat/stop',
    'POST /chat/stream',
    'POST /cli/dispatch',
    'POST /execute_tool',
    'POST /project/setup',
    // Signed by whoever sends them.
    'POST /webhook/automation/:token',
    'POST /webhook/office-chat',
    'POST /webhook/workspace-chat',
  ])
})

describe.runIf(process.platform === 'linux')('a program that the service started', () => {
  let host: ServiceHost
  let letter: string
  beforeAll(async () => {
    host = await startServiceWithChildren({ socketName: 'http.sock' })
    mkdirSync(join(host.home, 'Documents'))
    letter = join(host.home, 'Documents', 'letter.txt')
    writeFileSync(letter, 'dear Ada')
  })
  afterAll(() => host[Symbol.asyncDispose]())

  const curlWords = (path: string, body: unknown, more: readonly string[] = []) => [
    '--silent',
    '--show-error',
    ...patiently,
    '--json',
    JSON.stringify(body),
    ...more,
    `${host.address}${path}`,
  ]
  /** As a child of the service. */
  const byChild = async (path: string, body: unknown, more?: readonly string[]) =>
    JSON.parse((await host.child('curl', curlWords(path, body, more))).stdout) as Record<string, unknown>
  /** As the user, from a process that has nothing to do with the service: this one. */
  const byUser = async (path: string, body: unknown, more?: readonly string[]) =>
    JSON.parse((await run('curl', curlWords(path, body, more))).stdout) as Record<string, unknown>
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${host.address}${path}`)
    // A machine that is busy with other tests may be too busy for a moment.
    return answer.status === 503 ? read(path) : ((await answer.json()) as Record<string, unknown>)
  }
  const confirmations = async () => {
    const { confirmations: open } = await read('/api/confirmations')
    return open as { confirmation_id: string; action: string; args: { path: string } }[]
  }
  const deleting = (path: string) => ({ tool_name: 'DELETE_FILE', args: { path } })

  test('changes no setting, and is told why', async () => {
    const refused = await byChild('/api/settings', { APPROVAL_MODE: 'never' })
    expect(refused).toMatchObject({
      code: 'forbidden',
      detail: expect.stringMatching(/^A program started by Deskhand can't do this\. .*token\.$/),
    })
    expect(await read('/api/settings')).toMatchObject({ APPROVAL_MODE: 'risky' })
    // The control: the same program, started by somebody else.
    expect(await byUser('/api/settings', { APPROVAL_MODE: 'always' })).toMatchObject({
      APPROVAL_MODE: 'always',
    })
    expect(await byUser('/api/settings', { APPROVAL_MODE: 'risky' })).toMatchObject({
      APPROVAL_MODE: 'risky',
    })
  })

  test('asks before a tool deletes, and cannot say yes itself, by no way', async () => {
    const asked = await byChild('/execute_tool', deleting(letter))
    expect(asked).toMatchObject({ success: false, data: { error: { code: 'approval_required' } } })
    const { confirmation_id } = (await confirmations()).at(-1)!
    const decision = { confirmation_id, approved: true }
    expect(await byChild('/api/confirm', decision)).toMatchObject({ code: 'forbidden' })
    // By the command line inside of the service, which asks in the caller's name.
    const body = JSON.stringify(decision)
    const dispatched = { command: 'api', args: ['tools.confirm', '--body', body] }
    expect(await byChild('/cli/dispatch', dispatched)).not.toMatchObject({ exit_code: 0 })
    // By words.
    await byChild('/chat', { message: 'yes' })
    // By the protocol of another client.
    const resume = [{ interruptId: confirmation_id, status: 'resolved', payload: { approved: true } }]
    await host.child(
      'curl',
      curlWords('/chat/stream?profile=agui', {
        threadId: 't',
        runId: 'r',
        messages: [{ id: 'm', role: 'user', content: 'yes' }],
        resume,
      }),
    )
    expect((await confirmations()).map((one) => one.confirmation_id)).toContain(confirmation_id)
    expect(existsSync(letter)).toBe(true)
    expect(await byUser('/api/confirm', decision)).toMatchObject({ status: 'approved' })
    expect(existsSync(letter)).toBe(false)
  })

  test('gets in nowhere that only a person may', async () => {
    const requests = endpoints.filter(isForPersonOnly).map((endpoint) => {
      const { method, path, headers, body } = toWire(endpoint, endpoint.example)
      return { name: nameOf(endpoint), method, path, headers, body }
    })
    const script = `
      const [address, requests] = [process.argv[1], JSON.parse(require('fs').readFileSync(0, 'utf8'))]
      ;(async () => {
        const told = []
        for (const { name, method, path, headers, body } of requests) {
          const answer = await fetch(address + path, { method, headers, body })
          told.push([name, answer.status, (await answer.json()).code])
        }
        console.log(JSON.stringify(told))
      })()`
    const input = JSON.stringify(requests)
    const { stdout, stderr } = await host.child(process.execPath, ['-e', script, host.address], { input })
    expect(stderr).toBe('')
    expect(requests.length).toBeGreaterThan(35)
    expect(JSON.parse(stdout)).toEqual(requests.map(({ name }) => [name, 403, 'forbidden']))
  })

  test('does not get through by sending and being gone before anybody looks', async () => {
    writeFileSync(letter, 'dear Ada')
    const request = (path: string, body: string) =>
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    const leave = `
      const { connect } = require('net')
      const [port, text] = process.argv.slice(1)
      connect(port, '127.0.0.1', function () { this.write(text, () => process.exit()) })`
    const fire = (path: string, body: object) =>
      host.child(process.execPath, ['-e', leave, String(host.port), request(path, JSON.stringify(body))])
    const before = (await confirmations()).length
    for (let shot = 0; shot < 5; shot += 1) await fire('/api/settings', { APPROVAL_MODE: 'never' })
    // The last one is seen to have been taken up: by then those before it were, too.
    await fire('/execute_tool', deleting(letter))
    await expect.poll(async () => (await confirmations()).length).toBe(before + 1)
    expect(await read('/api/settings')).toMatchObject({ APPROVAL_MODE: 'risky' })
    expect(existsSync(letter)).toBe(true)
    expect(readFileSync(host.folder.audit, 'utf8')).toMatch(/caller_(?:unknown|own_program)/)
  })

  test('is told from a person also when both come at once, with many connections', async () => {
    // It connects, and sends only once somebody else was looked at, and with that everybody who is connected.
    const script = `
      const [port, text, count, ready, go] = process.argv.slice(1)
      const { existsSync, writeFileSync } = require('fs')
      const { connect } = require('net')
      const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
      const open = () => new Promise((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => resolve(socket)).on('error', () => {})
      })
      const send = (socket) => new Promise((resolve) => {
        socket.on('data', (answer) => resolve(String(answer).slice(9, 12))).on('close', () => resolve('cut'))
        socket.write(text)
      }).finally(() => socket.destroy())
      // A busy machine may have no room for a moment, and whoever says nothing for long is cut off.
      const patiently = async (socket) => {
        const status = await send(socket)
        return ['503', '408', 'cut'].includes(status) ? pause().then(open).then(patiently) : status
      }
      ;(async () => {
        const sockets = await Promise.all(Array.from({ length: Number(count) }, open))
        if (ready) writeFileSync(ready, '')
        while (go && !existsSync(go)) await pause()
        const told = {}
        for (const status of await Promise.all(sockets.map(patiently))) told[status] = (told[status] ?? 0) + 1
        process.stdout.write(JSON.stringify(told), () => process.exit())
      })()`
    const post = (path: string, body: object) => {
      const json = JSON.stringify(body)
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json`
      return `${head}\r\nContent-Length: ${json.length}\r\n\r\n${json}`
    }
    const words = (text: string, ...more: (string | number)[]) =>
      ['-e', script, host.port, text, ...more].map(String)
    const [ready, go] = ['ready', 'go'].map((name) => join(host.home, name)) as [string, string]
    const attack = words(post('/api/settings', { APPROVAL_MODE: 'never' }), 50, ready, go)
    const bad = host.child(process.execPath, attack)
    await expect.poll(() => existsSync(ready)).toBe(true)
    await byUser('/api/store/together', { by: 'user' })
    writeFileSync(go, '')
    const good = await run(process.execPath, words(post('/api/store/together', { by: 'user' }), 200))
    expect(JSON.parse(good.stdout)).toEqual({ 200: 200 })
    expect(JSON.parse((await bad).stdout)).toEqual({ 403: 50 })
    expect(await read('/api/settings')).toMatchObject({ APPROVAL_MODE: 'risky' })
  })

  test('has no name on the Unix socket, and neither has anybody else', async () => {
    const bySocket = ['--unix-socket', join(host.home, 'http.sock')]
    for (const send of [byChild, byUser]) {
      expect(await send('/api/settings', { APPROVAL_MODE: 'never' }, bySocket)).toMatchObject({
        code: 'forbidden',
        detail: expect.stringContaining('needs the token'),
      })
      const asked = await send('/execute_tool', deleting(letter), bySocket)
      expect(asked).toMatchObject({ success: false, data: { error: { code: 'approval_required' } } })
      const { confirmation_id } = (await confirmations()).at(-1)!
      const decision = { confirmation_id, approved: true }
      expect(await send('/api/confirm', decision, bySocket)).toMatchObject({ code: 'forbidden' })
    }
    const words = ['--silent', ...bySocket, 'http://localhost/api/settings']
    expect(JSON.parse((await run('curl', words)).stdout)).toMatchObject({ APPROVAL_MODE: 'risky' })
    expect(existsSync(letter)).toBe(true)
  })

  test('is never what an ordinary client is taken for, however short it lives', async () => {
    const body = (by: string, index: number) => JSON.stringify({ by, index })
    const key = (by: string, index: number) => `${host.address}/api/store/${by}-${index}`
    const curl = (by: string, index: number, more: readonly string[] = [], url = key(by, index)) =>
      ['curl', '--silent', '--fail', ...patiently, ...more, '--json', body(by, index), url] as const
    const clients: Readonly<Record<string, (index: number) => readonly [string, ...string[]]>> = {
      curl: (index) => curl('curl', index),
      close: (index) => curl('close', index, ['--http1.0', '--header', 'connection: close']),
      localhost: (index) =>
        curl('localhost', index, [], `http://localhost:${host.port}/api/store/localhost-${index}`),
      // It has said all it has to say before the answer comes.
      half: (index) => {
        const text = body('half', index)
        const head = `POST /api/store/half-${index} HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\nContent-Type: application/json\\r\\nContent-Length: ${text.length}\\r\\n\\r\\n`
        const script = `import socket,sys
s = socket.create_connection(('127.0.0.1', ${host.port})); s.sendall(b'${head}' + sys.argv[1].encode()); s.shutdown(socket.SHUT_WR)
sys.exit(0 if b' 200 ' in s.makefile('rb').read() else 1)`
        return ['python3', '-c', script, text]
      },
    }
    const rounds = Object.values(clients).flatMap((words) => [1, 2, 3, 4, 5].map((index) => words(index)))
    // Some at once, so that the service has more to do than to look at one.
    while (rounds.length > 0)
      await Promise.all(rounds.splice(0, 5).map(([command, ...words]) => run(command, words)))
    for (const by of Object.keys(clients))
      for (const index of [1, 2, 3, 4, 5])
        expect(await read(`/api/store/${by}-${index}`)).toEqual({ by, index })
  })
})
