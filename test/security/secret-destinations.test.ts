import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { httpTransport } from '../../src/client/http-transport.ts'
import { settingDefinitions } from '../../src/features/settings/definitions.ts'
import { startInFolder, temporaryRoot, type ServiceInFolder } from './service-in-folder.ts'

const secret = 'xoxb-only-the-owner-knows'

/** Stands in for the team chat, and keeps what it was told. */
async function chatServer() {
  const heard: string[] = []
  const server: Server = createServer((request, response) => {
    heard.push(`${request.headers.authorization}`)
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ok: true, channels: [], members: [], team: 'x', user: 'x' }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { heard, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function start(root: string, environment: NodeJS.ProcessEnv = {}) {
  const service: ServiceInFolder = await startInFolder(root, { environment })
  onTestFinished(() => service.close())
  const client = createClient(httpTransport({ baseUrl: service.address }))
  const readChat = () =>
    client.tools.execute({ body: { tool_name: 'TEAMCHAT_READ', args: { channel: 'general' } } })
  return { service, client, readChat }
}

test('every secret says where it goes, but for those that are sent nowhere', () => {
  const without = settingDefinitions.filter(({ secret: isSecret, goesTo }) => isSecret && !goesTo)
  // The service's own token, what signatures are checked with, a database's address with the password in it; and the
  // models' keys, which the models bind to their addresses themselves.
  expect(without.map(({ name }) => name).toSorted()).toEqual([
    'DATABASE_URL',
    'LLM_API_KEY',
    'LLM_FALLBACK_2_API_KEY',
    'LLM_FALLBACK_API_KEY',
    'OFFICE_CHAT_SECRET',
    'TOKEN',
  ])
  const names = new Set<string>(settingDefinitions.map(({ name }) => name))
  const named = settingDefinitions.flatMap(({ goesTo = [], nowhereWithout = [] }) => [
    ...goesTo,
    ...nowhereWithout,
  ])
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

test('a token does not follow an address that somebody changes who does not know it', async () => {
  const [own, evil] = [await chatServer(), await chatServer()]
  const { client, readChat } = await start(temporaryRoot())
  await client.settings.update({ body: { UPSTREAM_SLACK: own.address, TEAMCHAT_TOKEN: secret } })
  await readChat()
  expect(own.heard).toContain(`Bearer ${secret}`)
  await expect(client.settings.update({ body: { UPSTREAM_SLACK: evil.address } })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [
      {
        path: '/UPSTREAM_SLACK',
        message:
          'decides where TEAMCHAT_TOKEN is sent; send TEAMCHAT_TOKEN again with it, or remove it first (null, or "deskhand settings unset TEAMCHAT_TOKEN")',
      },
    ],
  })
  // Nor with what anybody can read, which is its mask.
  const { TEAMCHAT_TOKEN } = await client.settings.get()
  const masked = client.settings.update({ body: { UPSTREAM_SLACK: evil.address, TEAMCHAT_TOKEN } })
  await expect(masked).rejects.toMatchObject({ code: 'invalid_request' })
  await readChat()
  expect(evil.heard).toEqual([])
  // The path may change, and so may the address together with the token: then it is somebody who knows it.
  await client.settings.update({ body: { UPSTREAM_SLACK: `${own.address}/mirror` } })
  await client.settings.update({ body: { UPSTREAM_SLACK: evil.address, TEAMCHAT_TOKEN: secret } })
  await readChat()
  expect(evil.heard).toContain(`Bearer ${secret}`)
})

test('nor one that is changed in the file, or comes with a backup', async () => {
  const [own, evil] = [await chatServer(), await chatServer()]
  const root = temporaryRoot()
  const first = await start(root)
  await first.client.settings.update({ body: { UPSTREAM_SLACK: own.address, TEAMCHAT_TOKEN: secret } })
  await first.service.close()
  const { settings } = first.service.folder
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(own.address, evil.address))
  const second = await start(root)
  expect(await second.readChat()).toMatchObject({
    success: false,
    message: expect.stringContaining('TEAMCHAT_TOKEN'),
  })
  const { notifications } = await second.client.notifications.list({ query: {} })
  expect(JSON.stringify(notifications)).toContain('TEAMCHAT_TOKEN was entered for another address')
  // Another change makes nothing of it, and the way back brings it back.
  await second.client.settings.update({ body: { USER_NAME: 'Ada' } })
  await second.readChat()
  expect(evil.heard).toEqual([])
  await second.client.settings.update({ body: { UPSTREAM_SLACK: own.address } })
  await second.readChat()
  expect(own.heard).toContain(`Bearer ${secret}`)
})

test('nor one that the environment holds', async () => {
  const [own, evil] = [await chatServer(), await chatServer()]
  const root = temporaryRoot()
  const environment = { DESKHAND_TEAMCHAT_TOKEN: secret }
  const first = await start(root, environment)
  await expect(
    first.client.settings.update({ body: { UPSTREAM_SLACK: evil.address } }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
  })
  await first.service.close()
  // Whoever writes the environment knows what is in it: with a new token the address may be new.
  const second = await start(root, {
    DESKHAND_TEAMCHAT_TOKEN: `${secret}-2`,
    DESKHAND_UPSTREAM_SLACK: own.address,
  })
  await second.readChat()
  expect(own.heard).toContain(`Bearer ${secret}-2`)
  expect(evil.heard).toEqual([])
})

test('a mail password is not given to a server for sending that is named later', async () => {
  const { client } = await start(temporaryRoot())
  // The password may come before the first server does.
  await client.settings.update({ body: { EMAIL_IMAP_PASSWORD: 'mail-password' } })
  await client.settings.update({ body: { EMAIL_IMAP_HOST: 'imap.example.org' } })
  // The attack: without a password of its own, sending uses that for reading.
  await expect(client.settings.update({ body: { EMAIL_SMTP_HOST: 'evil.example' } })).rejects.toMatchObject({
    errors: [{ path: '/EMAIL_SMTP_HOST', message: expect.stringContaining('EMAIL_IMAP_PASSWORD') }],
  })
  // Nor is it sent in the open.
  await expect(client.settings.update({ body: { EMAIL_IMAP_SECURITY: 'none' } })).rejects.toMatchObject({
    errors: [{ path: '/EMAIL_IMAP_SECURITY' }],
  })
  await client.settings.update({
    body: { EMAIL_SMTP_HOST: 'smtp.example.org', EMAIL_IMAP_PASSWORD: 'mail-password' },
  })
})
