import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ownServer, sse } from './models-stage.ts'
import { startTestService } from './service.ts'
import { APP_ID, hmacOf, officeMessage, openProviders, SECRET } from './webhook-stage.ts'

test('every question of a plan, and what the model says at its end, reaches the chat that asked for it', async () => {
  await using providers = await openProviders()
  await using model = await ownServer((response, { body }) => {
    const { role } = (body['messages'] as { role: string }[]).at(-1)!
    if (role === 'tool') return sse(response, [{ content: 'Both are gone.' }])
    const steps = ['first', 'second'].map((name, index) => ({
      id: name,
      action: 'DELETE_FILE',
      args: { path: join(home, `${name}.txt`) },
      depends_on: index === 0 ? [] : ['first'],
    }))
    const args = JSON.stringify({ name: 'Clear out', steps })
    const call = {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'PLAN_WORKFLOW', arguments: args },
    }
    return sse(response, [{ tool_calls: [call] }], 'tool_calls')
  })
  await using service = await startTestService({
    environment: {
      ...providers.environment,
      DESKHAND_OFFICE_CHAT_SECRET: SECRET,
      DESKHAND_OFFICE_CHAT_USERS: '["29:ada"]',
      DESKHAND_OFFICE_CHAT_APP_ID: APP_ID,
      DESKHAND_OFFICE_CHAT_APP_PASSWORD: 'the-password',
      DESKHAND_LLM_PROVIDER: 'openai_compatible',
      DESKHAND_LLM_BASE_URL: `${model.url}/v1`,
      DESKHAND_LLM_MODEL: 'own',
    },
  })
  const home = dirname(service.folder.root)
  for (const name of ['first', 'second']) await writeFile(join(home, `${name}.txt`), name)
  const message = officeMessage('Please clear out the two drafts that nobody needs, one after the other')
  await fetch(`${service.address}/webhook/office-chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: hmacOf(message) },
    body: message,
  })
  const texts = () => providers.sent().map(({ body }) => (JSON.parse(body) as { text: string }).text)
  const open = async () => (await service.client.tools.listConfirmations({})).confirmations
  const approve = async (name: string) => {
    await expect
      .poll(async () => (await open()).map(({ title }) => title))
      .toEqual([expect.stringContaining(name)])
    const [{ confirmation_id } = { confirmation_id: '' }] = await open()
    await service.client.tools.confirm({ body: { confirmation_id, approved: true } })
  }
  // A busy machine may answer the message itself in the same way.
  await approve('first.txt')
  await expect.poll(() => texts().at(-1)).toContain('second.txt')
  await approve('second.txt')
  await expect.poll(() => texts().at(-1)).toBe('Both are gone.')
})
