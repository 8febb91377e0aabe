import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { rawRequest, sendRaw } from './raw-http.ts'
import { watchRequests } from './request-watch.ts'

const run = promisify(execFile)

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const stored = (key: string) => service.client.store.get({ params: { key } })

describe('without any credentials', () => {
  test('curl reads and writes', async () => {
    const curl = async (...words: string[]) =>
      (await run('curl', ['--silent', '--show-error', ...words])).stdout
    const json = ['--header', 'content-type: application/json']
    const url = `${service.address}/api/store/curl`
    await curl(...json, '--data', '{"by":"curl"}', url)
    expect(JSON.parse(await curl(url))).toEqual({ by: 'curl' })
    await curl(...json, '--json', '{"by":"curl --json"}', url)
    expect(JSON.parse(await curl('--http1.0', url))).toEqual({ by: 'curl --json' })
    // curl waits for "100 Continue" before it sends a large body.
    const large = { text: 'x'.repeat(900_000) }
    const sent = run('curl', [
      '--silent',
      ...json,
      '--header',
      'expect: 100-continue',
      '--data-binary',
      '@-',
      url,
    ])
    sent.child.stdin?.end(JSON.stringify(large))
    await sent
    expect(await stored('curl')).toEqual(large)
    expect(await curl('--head', url)).toContain('HTTP/1.1 200')
    expect(JSON.parse(await curl('--request', 'DELETE', url))).toEqual({ key: 'curl', deleted: true })
    const form = JSON.parse(await curl('--data', '{"by":"curl"}', url)) as { code: string }
    expect(form.code).toBe('unsupported_media_type')
  })

  test('fetch of Node reads and writes', async () => {
    const url = `${service.address}/api/store/fetch`
    const body = JSON.stringify({ by: 'fetch' })
    const written = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(written.status).toBe(200)
    expect(await (await fetch(url)).json()).toEqual({ by: 'fetch' })
  })

  test('urllib of Python reads and writes', async () => {
    const script = `
import json, sys, urllib.request
url = sys.argv[1] + '/api/store/python'
request = urllib.request.Request(url, json.dumps({'by': 'urllib'}).encode(), {'Content-Type': 'application/json'})
print(urllib.request.urlopen(request).status)
print(urllib.request.urlopen(url).read().decode())
`
    const { stdout } = await run('python3', ['-c', script, service.address])
    expect(stdout).toBe('200\n{"by":"urllib"}\n')
  })

  test('http.request does so, many times over one connection', async () => {
    using watch = watchRequests(service.port)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async (method: string, body?: string) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      const sent = request(`${service.address}/api/store/request`, { method, headers, agent })
      sent.end(body)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return Buffer.concat(await response.toArray()).toString()
    }
    for (let count = 1; count <= 5; count += 1) {
      await ask('POST', JSON.stringify({ count }))
      expect(JSON.parse(await ask('GET'))).toEqual({ count })
    }
    agent.destroy()
    expect(watch.seen).toHaveLength(10)
    expect(new Set(watch.seen.map(({ socket }) => socket)).size).toBe(1)
  })

  test('the service is found under each of its names', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const response = await fetch(`http://${host}:${service.port}/health`)
      expect([host, response.status]).toEqual([host, 200])
    }
  })

  test.each([
    'localhost',
    'LOCALHOST:1',
    '127.0.0.1',
    '127.0.0.1:9999',
    '[::1]',
    '[::1]:65535',
    'localhost:18000',
  ])('also at the other end of a tunnel by ssh: Host: %s', async (host) => {
    const answer = await sendRaw(service.port, rawRequest({ headers: [['Host', host]] }))
    expect(answer.status).toBe(200)
  })

  test('requests that were sent ahead are answered in order', async () => {
    const headers = [['Host', 'localhost']] as const
    const first = rawRequest({ target: '/nothing', headers })
    const second = rawRequest({ headers: [...headers, ['Connection', 'close']] })
    const socket = connect(service.port, '127.0.0.1')
    socket.write(Buffer.concat([first, second]))
    const received = Buffer.concat(await socket.toArray()).toString()
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200'])
  })

  test('POST without a body is no trouble where none is needed', async () => {
    const response = await fetch(`${service.address}/api/backups`, { method: 'POST' })
    expect(response.status).toBeLessThan(300)
  })
})
