import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTestService } from './service.ts'

test('the service asks the address that it was given, on this machine too, and tells of a newer version', async () => {
  await using opened = new AsyncDisposableStack()
  const server = createServer((_request, response) => response.end('{"version":"99.0.0"}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  const environment = {
    DESKHAND_UPDATE_CHECK: 'on',
    DESKHAND_UPDATE_ADDRESS: `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`,
  }
  const { client } = opened.use(await startTestService({ environment }))
  const titles = async () => (await client.notifications.list()).notifications.map(({ title }) => title)
  await expect.poll(titles).toContain('Deskhand 99.0.0 is available')
})

test('it cannot be switched on without an address', async () => {
  await using service = await startTestService()
  await expect(service.client.settings.update({ body: { UPDATE_CHECK: true } })).rejects.toThrow(
    'Nothing was changed. UPDATE_CHECK: needs UPDATE_ADDRESS',
  )
  const UPDATE_ADDRESS = 'http://127.0.0.1:1/latest'
  await service.client.settings.update({ body: { UPDATE_CHECK: true, UPDATE_ADDRESS } })
  await expect(service.client.settings.update({ body: { UPDATE_ADDRESS: null } })).rejects.toThrow(
    'needs UPDATE_ADDRESS',
  )
})

test('an environment that switches it on without an address does not keep other settings from changing', async () => {
  await using service = await startTestService({ environment: { DESKHAND_UPDATE_CHECK: 'on' } })
  await service.client.settings.update({ body: { HOME_CITY: 'Oslo' } })
  expect(await service.client.settings.get()).toMatchObject({ HOME_CITY: 'Oslo', UPDATE_CHECK: true })
})
