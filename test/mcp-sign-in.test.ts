import { readdir, readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { approveServer, callTool } from './mcp-approval.ts'
import { startIssuer, type Issuer } from './mcp-issuer.ts'
import { startProtectedServer, type ProtectedServer } from './mcp-protected-server.ts'
import { returnAsBrowser, sentBack, signInAsBrowser } from './mcp-sign-in.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService
let issuer: Issuer
let other: Issuer
let tracker: ProtectedServer
beforeAll(async () => {
  ;[service, issuer, other] = await Promise.all([startTestService(), startIssuer(), startIssuer()])
  tracker = await startProtectedServer(issuer)
  const hosts = [issuer.host, other.host, tracker.host]
  await service.client.settings.update({ body: { ALLOWED_PRIVATE_TARGETS: hosts } })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await Promise.all([issuer, other, tracker].map((one) => one[Symbol.asyncDispose]()))
})
afterEach(async () => {
  for (const lies of [issuer.lies, other.lies, tracker.lies])
    for (const name of Object.keys(lies)) delete (lies as Record<string, unknown>)[name]
})

const params = { server: 'tracker' }
const secret = 'header-secret-value'

async function addTracker(more: object = {}) {
  const config = { url: tracker.url, headers: { 'X-Team': secret }, ...more }
  await service.client.mcp.add({ body: { mcpServers: { tracker: config }, replace: true } })
  await approveServer(service, 'tracker')
  await expect.poll(async () => (await state()).status).toBe('needs_sign_in')
}

async function state() {
  const { servers } = await service.client.mcp.list({})
  return servers.find(({ server }) => server === 'tracker')!
}

const begin = () => service.client.mcp.signIn({ params })
const signIn = async () => signInAsBrowser((await begin()).link)
const remove = () => service.client.mcp.remove({ params })
const askedForTokens = (one: Issuer) => one.told.filter(({ path }) => path === '/token')

/** Everything that was written where a secret has no business. */
async function writtenText(): Promise<string> {
  const root = service.folder.root
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && entry.name !== 'secrets.json')
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join(
    '\n',
  )
}

test('a server that wants a sign-in waits for it, and works once a person has signed in', async () => {
  await addTracker()
  expect(await state()).toMatchObject({ sign_in: 'needed', signed_in_at: null, tools: [] })
  expect((await state()).problem).toContain('deskhand mcp sign-in tracker')
  expect((await service.client.health.get({})).parts['mcp_servers']?.detail).toContain('needs_sign_in')
  const titles = async () =>
    (await service.client.notifications.list({ query: { unread: true } })).notifications
  await expect.poll(async () => (await titles()).map(({ title }) => title)).toContain('Sign in to tracker')

  const shown = await callTool(service, 'SIGN_IN_MCP_SERVER', { server: 'tracker' })
  expect(shown).toMatchObject({ success: true, data: { issuer: issuer.host, scopes: ['tools'] } })
  const { link } = shown.data as { link: string }
  const asked = new URL(link).searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('resource')).toBe(tracker.url)
  expect(asked.get('redirect_uri')).toBe(`${service.address}/oauth/mcp/tracker`)

  const { status, page } = await signInAsBrowser(link)
  expect({ status, page }).toMatchObject({
    status: 200,
    page: expect.stringContaining('Signed in to tracker'),
  })
  expect(await state()).toMatchObject({ status: 'running', sign_in: 'done', signed_in_at: issuer.host })
  expect(await callTool(service, 'TRACKER_GREET')).toMatchObject({ success: true, message: 'greet done' })
  await expect
    .poll(async () => (await titles()).map(({ title }) => title))
    .not.toContain('Sign in to tracker')
})

test('what it signed in with is in no file but that of the secrets, and goes to nobody else', async () => {
  const written = await writtenText()
  expect(tracker.tokens.length).toBeGreaterThan(0)
  for (const token of tracker.tokens) expect(written.includes(token)).toBe(false)
  // The headers of the setting are for the server, and tokens are not for the issuer.
  expect(issuer.told.some(({ headers }) => JSON.stringify(headers).includes(secret))).toBe(false)
  expect(issuer.told.some(({ authorization }) => authorization?.startsWith('Bearer'))).toBe(false)
})

test('two calls that find the token expired renew it once', async () => {
  issuer.expire()
  const before = askedForTokens(issuer).length
  const calls = await Promise.all([callTool(service, 'TRACKER_GREET'), callTool(service, 'TRACKER_GREET')])
  expect(calls.map(({ success }) => success)).toEqual([true, true])
  expect(askedForTokens(issuer)).toHaveLength(before + 1)
  issuer.expire()
  expect(await callTool(service, 'TRACKER_GREET')).toMatchObject({ success: true })
})

test('a call that needs more rights says so; a sign-in asks for them beside those that were given', async () => {
  const refused = await callTool(service, 'TRACKER_ERASE')
  expect(refused).toMatchObject({ success: false, data: { error: { code: 'not_configured' } } })
  expect(refused.message).toContain('needs more rights for this (admin)')
  expect(await state()).toMatchObject({ status: 'running', sign_in: 'more' })
  expect(await callTool(service, 'TRACKER_GREET')).toMatchObject({ success: true })
  const { link, scopes } = await begin()
  expect(scopes).toEqual(['tools', 'admin'])
  expect((await signInAsBrowser(link)).status).toBe(200)
  expect(await callTool(service, 'TRACKER_ERASE')).toMatchObject({ success: true, message: 'erase done' })
  expect(await state()).toMatchObject({ sign_in: 'done' })
})

test('after a restart it is still signed in; what was revoked there asks for a new sign-in', async () => {
  await service.restart()
  await expect.poll(async () => (await state()).status).toBe('running')
  issuer.revokeAll()
  const refused = await callTool(service, 'TRACKER_GREET')
  expect(refused).toMatchObject({
    success: false,
    message: expect.stringContaining('Sign in to tracker first'),
  })
  expect(await state()).toMatchObject({ status: 'needs_sign_in', signed_in_at: null })
  expect((await callTool(service, 'TRACKER_GREET')).message).toContain('Sign in to tracker first')
})

test('a restart in the middle of a sign-in loses nothing, and its answer counts once', async () => {
  const back = await sentBack((await begin()).link)
  await service.restart()
  expect((await returnAsBrowser(back)).status).toBe(200)
  expect(await state()).toMatchObject({ status: 'running' })
  const again = await returnAsBrowser(back)
  expect(again).toMatchObject({ status: 409, page: expect.stringContaining('Sign in again') })
  expect(await state()).toMatchObject({ status: 'running' })
})

test('who does not know the state of a sign-in learns nothing, not even which servers there are', async () => {
  await begin()
  const [known, unknown] = await Promise.all(
    ['tracker', 'nothing-of-that-name'].map((name) =>
      returnAsBrowser(`${service.address}/oauth/mcp/${name}?state=guessed&code=guessed`),
    ),
  )
  expect(unknown).toEqual(known)
  expect(known).toMatchObject({ status: 409, page: expect.not.stringContaining('tracker') })
})

test('signing out revokes the tokens there and deletes them here', async () => {
  const before = issuer.told.length
  await expect.poll(async () => (await state()).status).toBe('running')
  await service.client.mcp.signOut({ params })
  const revoked = issuer.told.slice(before).filter(({ path }) => path === '/revoke')
  expect(revoked.map(({ form }) => form.get('token_type_hint'))).toEqual(['refresh_token', 'access_token'])
  expect(await state()).toMatchObject({ status: 'needs_sign_in', sign_in: 'needed', signed_in_at: null })
  const secrets = await readFile(join(service.folder.root, 'secrets.json'), 'utf8')
  expect(secrets).not.toContain('MCP_SIGN_IN')
})

test('an answer of another issuer, with another state or without one is none, and its code is sent to nobody', async () => {
  const before = askedForTokens(issuer).length + askedForTokens(other).length
  const lies: ((back: URL) => void)[] = [
    (back) => back.searchParams.set('iss', other.url),
    (back) => back.searchParams.delete('iss'),
    (back) => back.searchParams.set('state', 'x'.repeat(43)),
    (back) => back.searchParams.delete('state'),
  ]
  for (const lie of lies) {
    issuer.lies.back = (truth) => (lie(truth), truth)
    const { status, page } = await signIn()
    expect(status).toBeGreaterThanOrEqual(400)
    expect(page).toContain('Not signed in')
    expect(page).not.toContain(other.url)
  }
  expect(askedForTokens(issuer).length + askedForTokens(other).length).toBe(before)
  issuer.lies.back = (truth) => {
    truth.search = `?error=access_denied&error_description=<b>evil</b>&state=${truth.searchParams.get('state')}&iss=${issuer.url}`
    return truth
  }
  const { page } = await signIn()
  expect(page).toContain('You or the issuer refused it.')
  expect(page).not.toContain('evil')
  expect((await state()).status).toBe('needs_sign_in')
})

const documents: [lie: () => void, sentence: string][] = [
  [() => (issuer.lies.metadata = (truth) => ({ ...truth, issuer: other.url })), 'another issuer'],
  [
    () => (issuer.lies.metadata = (truth) => ({ ...truth, code_challenge_methods_supported: ['plain'] })),
    'PKCE',
  ],
  [
    () => (issuer.lies.metadata = (truth) => ({ ...truth, token_endpoint: 'http://token.example/t' })),
    'without https',
  ],
  [() => (tracker.lies.resource = 'https://bank.example/mcp'), 'says it is another server'],
]
test('documents that do not fit together are refused in a sentence', async () => {
  const sentences: string[] = []
  for (const [lie] of documents) {
    lie()
    sentences.push(await begin().then(String, (error: Error) => error.message))
    delete issuer.lies.metadata
    delete tracker.lies.resource
  }
  expect(sentences).toEqual(documents.map(([, sentence]) => expect.stringContaining(sentence)))
})

test('neither codes nor tokens follow a redirect to another origin', async () => {
  const seen: string[] = []
  const thief = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.end('{}')
  })
  await once(thief.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`
  const hosts = [issuer.host, other.host, tracker.host, new URL(address).host]
  await service.client.settings.update({ body: { ALLOWED_PRIVATE_TARGETS: hosts } })
  issuer.lies.tokenRedirect = `${address}/token`
  expect((await signIn()).page).toContain('Not signed in')
  delete issuer.lies.tokenRedirect
  expect((await signIn()).status).toBe(200)
  tracker.lies.redirect = `${address}/mcp`
  expect(await callTool(service, 'TRACKER_GREET')).toMatchObject({ success: false })
  thief.close()
  expect(seen).toEqual([])
})

test('only a browser that is sent as a whole comes in from another site, and only there', async () => {
  const { status } = await returnAsBrowser(`${service.address}/api/settings`)
  expect(status).toBe(403)
  const picture = await fetch(`${service.address}/oauth/mcp/tracker?state=x&code=y`, {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
  })
  expect(picture.status).toBe(403)
})

test('a client that was registered by hand is used at its issuer only', async () => {
  await remove()
  await service.client.settings.update({ body: { HOME_CITY: 'given-secret' } })
  await addTracker({ oauth: { client_id: 'given', client_secret: '$HOME_CITY', scope: 'tools' } })
  expect((await signIn()).status).toBe(200)
  const [last] = askedForTokens(issuer).slice(-1)
  expect(last?.authorization).toBe(`Basic ${btoa('given:given-secret')}`)
  tracker.lies.issuers = [other.url]
  const refused = await begin().then(String, (error: Error) => error.message)
  expect(refused).toContain(`its client ID belongs to ${issuer.host}`)
  expect(other.told.some(({ path }) => path === '/authorize' || path === '/token')).toBe(false)
})

test('a browser on another machine is enough: its address finishes the sign-in', async () => {
  const address = await sentBack((await begin()).link)
  const wrong = await service.client.mcp
    .finishSignIn({ params, body: { address: 'http://127.0.0.1/oauth' } })
    .catch((error: Error) => error.message)
  expect(wrong).toContain('Copy all of it')
  expect(await service.client.mcp.finishSignIn({ params, body: { address } })).toMatchObject({
    sign_in: 'done',
  })
  await remove()
  expect(issuer.told.at(-1)?.path).toBe('/revoke')
})
