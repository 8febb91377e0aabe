import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveServer } from '../mcp-approval.ts'
import { startAskingServer, type AskingServer } from '../mcp-asking-server.ts'
import { canBrowse } from '../security/chromium.ts'
import { allViolations, startShellStage, type ShellStage } from './stage.ts'

const shots = process.env['DESKHAND_SHOTS']

const question = {
  mode: 'form' as const,
  message: 'What would you like?',
  requestedSchema: {
    type: 'object' as const,
    properties: {
      drink: { type: 'string' as const, title: 'Drink', enum: ['tea', 'coffee'] },
      cups: { type: 'integer' as const, title: 'Cups', minimum: 1, maximum: 4, default: 1 },
      mail: { type: 'string' as const, title: 'Receipt to', format: 'email' as const },
      sugar: { type: 'boolean' as const, title: 'Sugar', default: true },
      note: { type: 'string' as const, title: 'Note' },
    },
    required: ['drink'],
  },
}

describe.skipIf(!canBrowse)('questions of MCP servers on the page', () => {
  let stage: ShellStage
  let server: AskingServer
  beforeAll(async () => {
    stage = await startShellStage()
    server = await startAskingServer('modern', question)
    const { service } = stage
    const hosts = [new URL(server.url).host]
    await service.client.settings.update({ body: { ALLOWED_PRIVATE_TARGETS: hosts } })
    await service.client.settings.update({ body: { MCP_SERVERS: { bar: { url: server.url } } } })
  })
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click()
  const card = (page: Page) => page.getByRole('region', { name: 'bar asks you' })

  test('what a tool asks for is announced where it was run, filled in and sent', async () => {
    await approveServer(stage.service, 'bar')
    const { page, complaints } = await stage.open('/tools/BAR_ORDER')
    await run(page)
    const toast = page.getByRole('article', { name: 'bar asks you' })
    await toast.getByText("What you enter goes to bar. Don't enter passwords.").waitFor()
    expect(await toast.getByRole('button').allInnerTexts()).toEqual(['bar asks you', '', 'Show', 'Decline'])
    if (shots) await page.screenshot({ path: join(shots, 'mcp-question-toast.png') })
    await toast.getByRole('button', { name: 'Show' }).click()
    expect(await allViolations(page)).toEqual([])
    if (shots) await page.screenshot({ path: join(shots, 'mcp-question.png') })

    const send = card(page).getByRole('button', { name: 'Send to bar' })
    await card(page).getByLabel('Drink').selectOption('coffee')
    await card(page).getByLabel('Cups').fill('9')
    await send.click()
    // The browser says so at the field, and nothing was sent.
    expect(await card(page).getByLabel('Cups').evaluate(isInvalid)).toBe(true)
    await card(page).getByLabel('Cups').fill('2')
    await card(page).getByLabel('Sugar').click()
    await card(page).getByLabel('Note').fill('In the blue cup')
    await send.click()
    await page.getByText('"drink":"coffee"').first().waitFor()
    expect(server.answers).toEqual([
      { action: 'accept', content: { drink: 'coffee', cups: 2, sugar: false, note: 'In the blue cup' } },
    ])
    expect(complaints).toEqual([])
  })

  test('who declines sends nothing', async () => {
    const { page } = await stage.open('/tools/BAR_ORDER')
    server.answers.splice(0)
    await run(page)
    await page.getByRole('article', { name: 'bar asks you' }).getByRole('button', { name: 'Decline' }).click()
    await page.getByText('"action":"decline"').first().waitFor()
    expect(server.answers).toEqual([{ action: 'decline' }])
  })

  test('a page that it wants to have opened is shown with its whole address first', async () => {
    const address = `${new URL(server.url).origin}/sign?order=7`
    server.question = { mode: 'url', message: 'Sign the order.', url: address, elicitationId: 'order-7' }
    const { page } = await stage.open('/tools/BAR_ORDER')
    server.answers.splice(0)
    await run(page)
    await page.getByRole('article', { name: 'bar asks you' }).getByRole('button', { name: 'Show' }).click()
    await card(page).getByText(address, { exact: true }).waitFor()
    const opened = page.waitForEvent('popup')
    await card(page)
      .getByRole('button', { name: `Open ${new URL(address).host}` })
      .click()
    expect((await opened).url()).toBe(address)
    await expect.poll(() => server.answers).toEqual([{ action: 'accept' }])
  })
})

/** Runs in the page. */
function isInvalid(field: object): boolean {
  return !(field as { checkValidity(): boolean }).checkValidity()
}
