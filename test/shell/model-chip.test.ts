import { LLMock } from '@copilotkit/aimock'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownServer, sse, type OwnServer } from '../models-stage.ts'
import { canBrowse } from '../security/chromium.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

const MESSAGE = 'Write two lines of verse about a lighthouse keeper who collects teaspoons'

describe.skipIf(!canBrowse)('the model in the chat', () => {
  let stage: ShellStage
  let mock: LLMock
  let local: OwnServer
  beforeAll(async () => {
    mock = new LLMock({ port: 0 })
    await mock.start()
    mock.onMessage(/.*/, { content: 'From the one that is set' })
    local = await ownServer((response, { path }) => {
      if (path === '/v1/chat/completions') return sse(response, [{ content: 'From this machine' }])
      const data = [{ id: 'small.gguf', object: 'model', owned_by: 'llamacpp', meta: { n_ctx: 8192 } }]
      response.writeHead(path === '/v1/models' ? 200 : 404, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ object: 'list', data }))
    })
    stage = await startShellStage({ localModelPorts: { llamacpp: Number(new URL(local.url).port) } })
    stage.chat.script = undefined
  })
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await local[Symbol.asyncDispose]()
    await mock.stop()
  })

  const set = (values: Record<string, unknown>) => stage.service.client.settings.update({ body: values })
  const chip = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const said = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)
  /** The service has 300 ms for its answer: on a machine that is busy with tests it may take another look. */
  const openWithFound = async (page: Page, name: string | RegExp) => {
    const found = page.getByRole('menuitemradio', { name: /small\.gguf/ })
    const nothing = page.getByText('No model server found on this machine.')
    await chip(page, name).press('Enter')
    await found.or(nothing).waitFor()
    while (await nothing.isVisible()) {
      await page.keyboard.press('Escape')
      await chip(page, name).press('Enter')
      await found.or(nothing).waitFor()
    }
    return found
  }

  test('where none is set, a server on this machine is one click away', async () => {
    await set({ LLM_PROVIDER: null, LLM_MODEL: null, LLM_BASE_URL: null })
    const { page, complaints } = await stage.open('/')
    await (await openWithFound(page, 'Set up a model')).click()
    await chip(page, 'Model: small.gguf').waitFor()
    expect(await stage.service.client.settings.get({})).toMatchObject({
      LLM_PROVIDER: 'llamacpp',
      LLM_MODEL: 'small.gguf',
      LLM_BASE_URL: `${local.url}/v1`,
    })
    expect(complaints).toEqual([])
  })

  test('the model is shown and changed by keys, for this conversation alone, in both themes', async () => {
    await set({ LLM_PROVIDER: 'openai_compatible', LLM_MODEL: 'large', LLM_BASE_URL: mock.url })
    const { page, complaints } = await stage.open('/', { colorScheme: 'dark' })
    await chip(page, 'Model: large').waitFor()
    await openWithFound(page, 'Model: large')
    expect(await page.getByRole('menuitemradio', { checked: true }).innerText()).toContain('large')
    expect(await seriousViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await chip(page, 'Model: small.gguf').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE)
    await page.keyboard.press('Enter')
    await said(page, 'From this machine').waitFor()
    // It stays with the conversation, and is told after a reload.
    await page.reload()
    await said(page, 'From this machine').waitFor()
    await chip(page, 'Model: small.gguf').waitFor()
    await page.getByRole('button', { name: 'Why this answer?' }).click()
    await page.getByText('Answered by small.gguf (llamacpp).').waitFor()
    await openWithFound(page, 'Model: small.gguf')
    await page.getByRole('menuitemradio', { name: /large/ }).click()
    await chip(page, 'Model: large').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE)
    await page.keyboard.press('Enter')
    await said(page, 'From the one that is set').waitFor()
    expect(complaints).toEqual([])
  })

  test('a model that does not answer is not kept unless that is wanted', async () => {
    await set({ LLM_PROVIDER: null, LLM_MODEL: null, LLM_BASE_URL: null })
    const { page } = await stage.open('/settings/model')
    await page.getByRole('button', { name: 'Another server' }).click()
    await page.getByRole('textbox', { name: 'Model', exact: false }).first().fill('small')
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('http://127.0.0.1:1')
    await page.getByRole('button', { name: 'Use this model' }).press('Enter')
    const anyway = page.getByRole('button', { name: 'Use it anyway' })
    await anyway.waitFor()
    expect((await stage.service.client.settings.get({}))['LLM_PROVIDER']).toBeNull()
    await anyway.press('Enter')
    await page.getByRole('main').getByText('Saved. This model writes the next answer').waitFor()
    expect((await stage.service.client.settings.get({}))['LLM_MODEL']).toBe('small')
  })
})
