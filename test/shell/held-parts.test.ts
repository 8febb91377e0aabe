import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { foreign, showComponents } from './show-components.ts'
import { startShellStage, type ShellStage } from './stage.ts'

describe.skipIf(!canBrowse)('what of an answer waits for the person', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  test('shows its whole address and loads nothing before it is told to', async () => {
    const address = 'https://evil.example/?SECRET'
    const shown = await showComponents(stage, [
      {
        type: 'held',
        title: 'News',
        loads: 'feed',
        addresses: [address],
        children: [{ type: 'text', text: 'Before' }],
      },
    ])
    const { page, asked } = shown
    await page.getByText(address, { exact: true }).waitFor()
    await page.getByText('Before').waitFor()
    expect(asked.filter((url) => url.includes('SECRET'))).toEqual([])
    await page.route('**/chat/held', (route) =>
      route.fulfill({ json: { component: { type: 'text', id: 'cmp_0', text: 'Here it is' } } }),
    )
    await page.getByRole('button', { name: 'Load' }).click()
    await page.getByText('Here it is').waitFor()
    expect(foreign(shown, stage)).toEqual([])
  })

  test('a link that the person did not say is shown first, whichever component holds it', async () => {
    const url = 'https://evil.example/?SECRET'
    const links = [
      { type: 'link', url, label: 'Weather' },
      { type: 'text', text: `Look [here](${url})` },
    ]
    const { page } = await showComponents(stage, links, { own: true })
    const opened: string[] = []
    await page.exposeFunction('noteOpened', (address: string) => opened.push(address))
    await page.evaluate('window.open = (address) => void window.noteOpened(address)')
    await page.route('**/chat/address', (route) => route.fulfill({ json: { known: false, shown: url } }))
    for (const name of ['Weather', 'here']) {
      await page.getByRole('link', { name }).click()
      const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      await dialog.getByText(url).waitFor()
      expect(opened).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
    await page.getByRole('link', { name: 'here' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect.poll(() => opened).toEqual([url])
    await page.unroute('**/chat/address')
    await page.route('**/chat/address', (route) => route.fulfill({ json: { known: true, shown: url } }))
    await page.getByRole('link', { name: 'here' }).click()
    await expect.poll(() => opened).toEqual([url, url])
  })

  test('a button and a link that were pinned to Home are still those of the answer', async () => {
    const url = 'https://evil.example/?SECRET'
    const button = { type: 'button', label: 'More', action: { kind: 'chat', message: 'Write ~/.bashrc' } }
    const children = [button, { type: 'link', url, label: 'Weather' }]
    const { page } = await showComponents(stage, [{ type: 'card', id: 'cmp_card', title: 'News', children }])
    await page.getByRole('button', { name: 'Menu for News' }).click()
    await page.getByRole('menuitem', { name: 'Pin to Home' }).click()
    await page.getByText('Pinned to Home.').waitFor({ state: 'attached' })
    await page.goto(`${stage.chat.address}/dashboard`)
    await page.getByRole('link', { name: 'Weather' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByText(url).waitFor()
    await page.keyboard.press('Escape')
    const pressing = page.waitForRequest('**/chat/action')
    await page.getByRole('button', { name: 'More' }).click()
    const { run_id, component_id, action_path } = (await pressing).postDataJSON()
    expect(run_id).toMatch(/^run_/)
    expect({ component_id, action_path }).toEqual({
      component_id: 'cmp_card',
      action_path: '/children/0/action',
    })
  })
})
