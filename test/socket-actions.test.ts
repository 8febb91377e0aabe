import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

/** A client of the event socket that sends one action and waits for its answer. */
async function act(service: TestService, action: object): Promise<Record<string, unknown>> {
  const socket = connect(join(service.folder.run, 'events.sock'))
  await once(socket, 'connect')
  socket.write(`${JSON.stringify({ type: 'action', id: 7, ...action })}\n`)
  try {
    for await (const line of createInterface({ input: socket })) {
      const message = JSON.parse(line) as Record<string, unknown>
      if (message['id'] === 7) return message
    }
    throw new Error('The socket was closed without an answer.')
  } finally {
    socket.destroy()
  }
}

test('the socket does the action of a component, and nothing that was not sent', async () => {
  await using service = await startTestService()
  const { components, run_id } = await service.client.chat.send({ body: { message: 'weather' } })
  const form = components.find(({ type }) => type === 'form')!
  const component_id = String(form['id'])
  expect(await act(service, { run_id, component_id, values: { form: { value: 'Bergen' } } })).toMatchObject({
    type: 'action.result',
    result: { kind: 'chat', run_id: expect.stringMatching(/^run_/) },
  })
  expect(await act(service, { run_id, component_id: 'cmp_unknown' })).toMatchObject({
    type: 'error',
    code: 'not_found',
  })
  const claimed = { action: { kind: 'tool', tool_name: 'DELETE_FILE', args: { path: '/tmp/x' } } }
  expect(await act(service, claimed)).toMatchObject({
    type: 'error',
    code: 'invalid_request',
    message: expect.stringContaining('run_id'),
  })
})
