import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

const pins = ['One', 'Two', 'Three'].map((title) => ({
  id: title,
  component: { type: 'card', id: title, title, children: [{ type: 'text', text: `The ${title} widget` }] },
}))

const waitingStep = {
  id: 'look',
  agent: 'file_manager',
  action: 'LIST_FILES',
  args: { path: '~' },
  depends_on: [],
  needs_human: true,
}

describe.skipIf(!canBrowse)('home and model set-up', () => {
  let stage: ShellStage
  let mock: LLMock
  beforeAll(async () => {
    mock = new LLMock({ port: 0 })
    await mock.start()
    stage = await startShellStage()
  })
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await mock.stop()
  })

  const keepPins = () => stage.service.client.store.put({ params: { key: 'shell:pins' }, body: { pins } })
  const kept = async () =>
    (await stage.service.client.store.get({ params: { key: 'shell:pins' } })) as { pins: typeof pins }
  const order = async () => (await kept()).pins.map(({ id }) => id)

  test('Home does not say that nothing is pinned before it knows', async () => {
    await keepPins()
    const { page } = await stage.open('/tools')
    const arrived = Promise.withResolvers<void>()
    await page.route('**/api/store/shell*', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto(`${stage.chat.address}/dashboard`)
    await page.getByRole('status', { name: 'Loading widgets' }).waitFor()
    expect(await page.getByText('Home is empty').count()).toBe(0)
    arrived.resolve()
    await page.getByText('The One widget').waitFor()
  })

  test('pinned widgets are put in order and made wider by keys, and it is kept', async () => {
    await keepPins()
    const { page, complaints } = await stage.open('/dashboard')
    await page.getByRole('button', { name: 'Arrange' }).press('Enter')
    const handle = page.getByRole('button', { name: 'Move One' })
    await handle.press('ArrowRight')
    await expect.poll(order).toEqual(['Two', 'One', 'Three'])
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move One')
    await page.keyboard.press('End')
    await expect.poll(order).toEqual(['Two', 'Three', 'One'])
    await page.getByText('Position 3 of 3.').waitFor({ state: 'attached' })
    await page
      .getByRole('group', { name: 'Width of Two' })
      .getByRole('button', { name: 'Wide' })
      .press('Enter')
    await expect.poll(async () => (await kept()).pins[0]).toMatchObject({ id: 'Two', size: 'wide' })
    expect(await seriousViolations(page)).toEqual([])
    await page.reload()
    await page.getByText('The Two widget').waitFor()
    const texts = await page.locator('.component-grid > div').allInnerTexts()
    expect(texts.map((text) => /The (\w+) widget/.exec(text)?.[1])).toEqual(['Two', 'Three', 'One'])
    expect(complaints).toEqual([])
  })

  test('pinned widgets are put in order by dragging', async () => {
    await keepPins()
    const { page } = await stage.open('/dashboard')
    await page.getByRole('button', { name: 'Arrange' }).click()
    const target = page.locator('.component-grid > div').filter({ hasText: 'The Three widget' })
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {}
    await page
      .getByRole('button', { name: 'Move One' })
      .dragTo(target, { targetPosition: { x: width - 5, y: height / 2 } })
    await expect.poll(order).toEqual(['Two', 'Three', 'One'])
  })

  test('a first visit is not empty, and nothing is stored until something is changed', async () => {
    await stage.service.client.store.remove({ params: { key: 'shell:pins' } })
    await stage.service.client.settings.update({ body: { HOME_CITY: null } })
    const { page, complaints } = await stage.open('/dashboard')
    await page.getByRole('region', { name: 'To do' }).waitFor()
    await page.getByRole('region', { name: 'Next events' }).getByText('Nothing planned.').waitFor()
    expect(await kept()).toEqual({})
    // At noon: what goes past midnight is shown on both days.
    const noon = new Date(Date.now() + 86_400_000)
    noon.setHours(12, 0, 0, 0)
    await stage.service.client.tools.execute({
      body: { tool_name: 'CALENDAR_ADD', args: { title: 'Lunch with Ada', start: noon.toISOString() } },
    })
    await page.getByRole('region', { name: 'Next events' }).getByText('Lunch with Ada').waitFor()
    await page.getByRole('button', { name: 'Menu for To do' }).click()
    await page.getByRole('menuitem', { name: 'Remove from Home' }).click()
    await expect.poll(order).toEqual(['cmp_starter_clock', 'cmp_starter_events'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(order).toEqual(['cmp_starter_clock', 'todo', 'cmp_starter_events'])
    expect(await seriousViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('who has removed everything is told so in a sentence, with a way to add', async () => {
    await stage.service.client.store.put({ params: { key: 'shell:pins' }, body: { pins: [] } })
    const { page } = await stage.open('/dashboard')
    await page.getByText('Home is empty').waitFor()
    await page.getByRole('button', { name: 'Add widget' }).waitFor()
    expect(await page.getByRole('button', { name: 'Arrange' }).count()).toBe(0)
  })

  test('a widget is found in the gallery, set up, seen and added by keys, and taken back', async () => {
    await stage.service.client.store.put({ params: { key: 'shell:pins' }, body: { pins: [] } })
    const { page, complaints } = await stage.open('/dashboard')
    await page.getByRole('button', { name: 'Add widget' }).press('Enter')
    const gallery = page.getByRole('dialog', { name: 'Add widget' })
    await gallery.getByRole('heading', { name: 'Time and calendar' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await gallery.getByRole('searchbox', { name: 'Search widgets' }).fill('to-dos')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'List' })
    const title = form.getByRole('textbox', { name: /^Title/ })
    await title.fill('')
    await form.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await form.getByText('Fill this in.').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.ariaInvalid')).toBe('true')
    await title.fill('Packing list')
    await form.getByRole('region', { name: 'Preview' }).getByText('Packing list').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect
      .poll(async () => (await kept()).pins)
      .toMatchObject([
        { id: 'packing', component: { type: 'todo_list', id: 'packing', title: 'Packing list' } },
      ])
    const card = page.getByRole('region', { name: 'Widgets' }).getByRole('region', { name: 'Packing list' })
    await card.getByRole('textbox', { name: /new|add/i }).fill('Socks')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => stage.service.client.store.get({ params: { key: 'packing' } }))
      .toMatchObject({ items: [{ text: 'Socks' }] })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(order).toEqual([])
    expect(complaints).toEqual([])
  })

  test('an arrangement for this device alone leaves the others as they are', async () => {
    await keepPins()
    const { page } = await stage.open('/dashboard')
    await page.getByRole('button', { name: 'Arrange' }).click()
    await page.getByRole('switch', { name: 'Only on this device' }).check()
    await page.getByRole('button', { name: 'Move One' }).press('End')
    await page
      .getByRole('group', { name: 'Width of Two' })
      .getByRole('button', { name: 'Wide' })
      .press('Enter')
    const shown = async (tab: typeof page) => {
      const texts = await tab.locator('.component-grid > div').allInnerTexts()
      return texts.map((text) => /The (\w+) widget/.exec(text)?.[1])
    }
    await expect.poll(() => shown(page)).toEqual(['Two', 'Three', 'One'])
    await page.reload()
    await expect.poll(() => shown(page)).toEqual(['Two', 'Three', 'One'])
    expect(await page.locator('.component-grid > div').first().getAttribute('data-size')).toBe('wide')
    expect(await kept()).toEqual({ pins })
    const other = await stage.open('/dashboard', { own: true })
    await expect.poll(() => shown(other.page)).toEqual(['One', 'Two', 'Three'])
  })

  test('a model is tested before it is kept, and then used', async () => {
    mock.onMessage(/./, { content: 'ok' })
    const { page, complaints } = await stage.open('/settings/model')
    await page.getByRole('button', { name: 'Another server' }).press('Enter')
    await page.getByRole('textbox', { name: 'Model', exact: false }).first().fill('small')
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('http://127.0.0.1:1')
    await page.getByRole('button', { name: 'Test it' }).press('Enter')
    const outcome = page.getByRole('region', { name: 'Set up a model' }).getByRole('status')
    await expect.poll(() => outcome.innerText()).toContain('127.0.0.1')
    expect((await stage.service.client.settings.get({}))['LLM_PROVIDER']).toBe(null)

    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(mock.url)
    await page.getByRole('button', { name: 'Test it' }).press('Enter')
    await expect.poll(() => outcome.innerText()).toContain('small answers')
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Use this model' }).press('Enter')
    await page.getByRole('main').getByText('Saved. This model writes the next answer').waitFor()
    expect(await stage.service.client.settings.get({})).toMatchObject({
      LLM_PROVIDER: 'openai_compatible',
      LLM_MODEL: 'small',
      LLM_BASE_URL: mock.url,
    })
    expect(complaints).toEqual([])
  })

  test('the browser tells what happens while nobody looks, once it was allowed to', async () => {
    const { page } = await stage.open('/settings/notifications', { own: true })
    // A browser without windows has no notices and no background: both are told to the page.
    await page.addInitScript(`
      window.shown = []
      window.Notification = class extends EventTarget {
        static permission = sessionStorage.allowed ?? 'default'
        static async requestPermission() { return (this.permission = sessionStorage.allowed = 'granted') }
        constructor(title, { body }) { super(); window.shown.push(title + ': ' + body) }
      }
      Object.defineProperty(document, 'visibilityState', { get: () => window.looksAway ? 'hidden' : 'visible' })
    `)
    await page.reload()
    const wish = page.getByRole('switch', { name: 'Browser notifications' })
    expect(await wish.isChecked()).toBe(false)
    await wish.press('Space')
    await expect.poll(() => wish.isChecked()).toBe(true)
    await page.reload()
    await expect.poll(() => wish.isChecked()).toBe(true)
    const inbox = page.getByRole('button', { name: /Inbox/ })
    const raise = (name: string, step: object) =>
      stage.service.client.workflows.create({ body: { name, steps: [{ ...waitingStep, ...step }] } })
    // What fails is told by its notice alone: where that is counted, the page has heard it.
    await raise('Seen on the page', { needs_human: false, args: { path: '~/nowhere' } })
    await expect.poll(() => inbox.innerText()).toMatch(/[1-9]/)
    await page.evaluate('window.looksAway = true')
    await raise('Seen elsewhere', {})
    await expect.poll(() => page.evaluate('window.shown.join()')).toContain('Seen elsewhere')
    expect(await page.evaluate('window.shown.join()')).not.toContain('Seen on the page')
  })

  test('the font is served from here', async () => {
    const { page, asked } = await stage.open('/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await expect.poll(() => page.evaluate('document.fonts.check("15px Inter Variable")')).toBe(true)
    await expect.poll(() => asked.filter((url) => url.includes('.woff2'))).not.toEqual([])
    expect(asked.filter((url) => !url.startsWith(stage.chat.address))).toEqual([])
  })
})
