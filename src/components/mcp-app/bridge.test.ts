import { expect, test } from 'vitest'
import { AppBridge, RefusedError, type AppHost } from './bridge.ts'

function bridgeWith(host: Partial<AppHost> = {}) {
  const sent: object[] = []
  const nothing = () => {}
  const none = () => Promise.resolve({})
  const bridge = new AppBridge(
    {
      opening: () => ({ protocolVersion: '2026-01-26' }),
      callTool: none,
      readResource: none,
      openLink: () => Promise.resolve(),
      compose: nothing,
      tellModels: () => Promise.resolve(),
      log: nothing,
      resize: nothing,
      begun: nothing,
      ...host,
    },
    (message) => sent.push(message),
  )
  const ask = async (method: unknown, params?: unknown, id: unknown = 1) => {
    sent.length = 0
    bridge.receive({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) })
    await expect.poll(() => sent).toHaveLength(1)
    return sent[0]
  }
  return { bridge, sent, ask }
}

test('an app is told nothing before it is ready', () => {
  const { bridge, sent } = bridgeWith({ begun: () => bridge.notify('ui/notifications/tool-input', {}) })
  bridge.notify('ui/notifications/tool-input', {})
  bridge.end()
  expect(sent).toEqual([])
  bridge.receive({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  bridge.receive({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  expect(sent).toHaveLength(1)
})

test('what is no message of the protocol is passed over', () => {
  const { bridge, sent } = bridgeWith()
  for (const wrong of [
    undefined,
    null,
    'ping',
    [],
    {},
    { method: 'ping', id: 1 },
    { jsonrpc: '1.0', method: 'ping', id: 1 },
    { jsonrpc: '2.0', method: 3, id: 1 },
    { jsonrpc: '2.0', method: 'ping', id: {} },
    { jsonrpc: '2.0', method: 'ping', id: 1, params: [] },
    { jsonrpc: '2.0', id: 1, result: {} },
  ])
    bridge.receive(wrong)
  expect(sent).toEqual([])
})

test('what nobody knows is refused by the code of the protocol, other refusals by their sentence', async () => {
  const { ask } = bridgeWith({
    callTool: () => Promise.reject(new Error('Not today.')),
    readResource: () => Promise.reject(new RefusedError('It needs a uri.', -32_602)),
  })
  expect(await ask('ui/fly')).toMatchObject({ id: 1, error: { code: -32_601 } })
  expect(await ask('tools/call', { name: 'x' }, 'a')).toMatchObject({
    id: 'a',
    error: { code: -32_000, message: 'Not today.' },
  })
  expect(await ask('resources/read', {})).toMatchObject({ error: { code: -32_602 } })
  expect(await ask('ping')).toMatchObject({ result: {} })
  expect(await ask('ui/request-display-mode', { mode: 'fullscreen' })).toMatchObject({
    result: { mode: 'inline' },
  })
})
