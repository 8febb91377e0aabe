import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRoutes } from '../live-data-routes.ts'
import { canBrowse } from '../security/chromium.ts'
import { startUpstream, type TestUpstream } from '../upstream.ts'
import { foreign, showComponents } from './show-components.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Example Feed</title>${[1, 2, 3]
  .map(
    (n) =>
      `<item><guid>${n}</guid><title>Entry ${n}</title><link>https://example.com/${n}</link>` +
      `<description>All about ${n}.</description></item>`,
  )
  .join('')}</channel></rss>`

describe.skipIf(!canBrowse)('widgets with live data', () => {
  let stage: ShellStage
  let upstream: TestUpstream
  beforeAll(async () => {
    const routes = sampleRoutes()
    routes['FEED'] = () => ({ headers: { 'content-type': 'application/rss+xml' }, body: FEED })
    upstream = await startUpstream(routes)
    const targets = JSON.stringify([new URL(upstream.origin).host])
    stage = await startShellStage({
      environment: { ...upstream.environment, DESKHAND_ALLOWED_PRIVATE_TARGETS: targets },
    })
  })
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await upstream[Symbol.asyncDispose]()
  })

  test('a price has its line and its source, and another range is asked for', async () => {
    const shown = await showComponents(stage, [{ type: 'live_stock', symbol: 'ACME', range: '1mo' }])
    const { page, complaints } = shown
    await page.getByText('12.50', { exact: false }).first().waitFor()
    await page.getByRole('img', { name: /between .* and .*, now/ }).waitFor()
    await page.getByRole('link', { name: /Yahoo/ }).waitFor()
    await page.getByRole('button', { name: '5 D' }).press('Enter')
    await expect.poll(() => upstream.requests.some((asked) => asked.includes('range=5d'))).toBe(true)
    // While it is asked for, the button stays where it is, and so does the focus.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('5 D')
    expect(await page.getByRole('button', { name: '5 D' }).getAttribute('aria-pressed')).toBe('true')
    expect(complaints).toEqual([])
    expect(foreign(shown, stage)).toEqual([])
  })

  test('money is converted as it is typed, and back', async () => {
    const { page } = await showComponents(stage, [
      { type: 'currency_converter', amount: 100, from: 'EUR', to: 'USD' },
    ])
    const result = page.locator('output')
    await expect.poll(() => result.innerText()).toContain('$110.00')
    await page.getByRole('textbox', { name: 'Amount' }).fill('20')
    await expect.poll(() => result.innerText()).toContain('$22.00')
    await page.getByRole('button', { name: 'Swap the currencies' }).click()
    await expect.poll(() => result.innerText()).toContain('€18.18')
    await page.getByRole('combobox', { name: 'To' }).selectOption('JPY')
    await expect.poll(() => result.innerText()).toContain('¥3,009')
  })

  test('news without a key lead to the setting, and come by themselves once it is set', async () => {
    const { page } = await showComponents(stage, [{ type: 'news_ticker', topic: 'technology' }])
    const set = page.getByRole('button', { name: 'Set NEWS_API_KEY' })
    await set.waitFor()
    const second = await showComponents(stage, [{ type: 'news_ticker', topic: 'technology' }], {
      beside: page,
    })
    await second.page.getByRole('button', { name: 'Set NEWS_API_KEY' }).click()
    await second.page.waitForURL('**/settings/NEWS_API_KEY')
    await stage.service.client.settings.update({ body: { NEWS_API_KEY: 'a-key' } })
    await page.getByRole('link', { name: 'Newer headline' }).waitFor()
    await page.getByRole('textbox', { name: 'Another topic' }).fill('sailing')
    await page.keyboard.press('Enter')
    await expect.poll(() => upstream.requests.some((asked) => asked.includes('q=sailing'))).toBe(true)
  })

  test('an article can be changed for another one, and one that is missing can be asked for again', async () => {
    const { page } = await showComponents(stage, [{ type: 'wiki_summary', query: 'ada' }])
    await page.getByText('Ada Lovelace was an English mathematician.').waitFor()
    await page.getByRole('button', { name: 'Charles Babbage' }).click()
    await expect.poll(() => upstream.requests.some((asked) => asked.includes('Babbage'))).toBe(true)
    const route = upstream.routes['WIKIPEDIA']!
    upstream.routes['WIKIPEDIA'] = () => ({ status: 404, body: {} })
    await page.getByRole('textbox', { name: 'Another article' }).fill('nothing like it')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    upstream.routes['WIKIPEDIA'] = route
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Ada Lovelace was an English mathematician.').waitFor()
  })

  test('what was shown stays, marked as stale, when the service cannot be asked any more', async () => {
    const { page } = await showComponents(stage, [{ type: 'dictionary', word: 'run' }])
    await page.getByText('To move fast on foot.').waitFor()
    await page.route('**/api/widget/word*', (route) => route.abort())
    await page.getByRole('button', { name: 'Menu for run' }).click()
    await page.getByRole('menuitem', { name: 'Refresh' }).click()
    await page.getByText('stale, ').waitFor()
    expect(await page.getByText('To move fast on foot.').count()).toBe(1)
    await page.unroute('**/api/widget/word*')
    await page.getByRole('button', { name: 'sprint' }).click()
    await expect.poll(() => upstream.requests.some((asked) => asked.includes('sprint'))).toBe(true)
  })

  test('a text is translated when it comes and again as it is typed', async () => {
    const { page } = await showComponents(stage, [{ type: 'translator', text: 'It is', target: 'de' }])
    await expect.poll(() => page.getByRole('status', { name: 'Translation' }).innerText()).toBe("Es ist's")
    await page.getByRole('textbox', { name: 'Text to translate' }).fill('Good evening')
    await expect.poll(() => upstream.requests.some((asked) => /Good(?:\+|%20)evening/.test(asked))).toBe(true)
    await page.getByRole('combobox', { name: 'Into' }).selectOption('fr')
    await expect
      .poll(() => upstream.requests.some((asked) => /langpair=\w+(?:%7C|\|)fr/.test(asked)))
      .toBe(true)
    const translation = page.getByRole('status', { name: 'Translation' })
    // The one before stays until this one is there.
    await expect.poll(() => translation.getAttribute('lang')).toBe('fr')
    // Asked for once more and in vain, the translation stays and is marked.
    await page.route('**/api/widget/translate', (route) => route.abort())
    await page.getByRole('button', { name: 'Menu for Translator' }).click()
    await page.getByRole('menuitem', { name: 'Refresh' }).click()
    await page.getByText('stale', { exact: true }).waitFor()
    expect(await translation.innerText()).toBe("Es ist's")
    // That of another text would be wrong.
    await page.getByRole('textbox', { name: 'Text to translate' }).fill('Good night')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await translation.count()).toBe(0)
  })

  test('a feed, the sky and games are shown with where they come from', async () => {
    const shown = await showComponents(stage, [
      { type: 'rss_reader', url: `${upstream.origin}/FEED/feed.xml`, limit: 2 },
      { type: 'astronomy' },
      { type: 'live_sports', sport: 'soccer', league: 'eng.1', team: 'Blues' },
    ])
    const { page, card } = shown
    await page.getByRole('link', { name: 'Entry 2' }).waitFor()
    await page.getByRole('button', { name: 'Show 1 more' }).click()
    await page.getByRole('link', { name: 'Entry 3' }).waitFor()
    await page.getByText('All about 3.').click()
    expect(await page.getByText('All about 3.').count()).toBe(1)
    await page.getByRole('img', { name: /is above 12.5° N, 45.3° W/ }).waitFor()
    expect(await page.getByRole('link', { name: /A nebula/ }).getAttribute('href')).toContain('apod.nasa.gov')
    const games = page.getByRole('list', { name: 'Games' }).getByRole('listitem')
    await expect.poll(() => games.count()).toBe(3)
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await expect.poll(() => games.count()).toBe(1)
    expect(await games.first().innerText()).toContain("58'")
    await card('Soccer').getByRole('combobox', { name: 'Sport' }).selectOption('basketball')
    await card('Basketball').waitFor()
    expect(foreign(shown, stage)).toEqual([])
    expect(await seriousViolations(page)).toEqual([])
  })

  test('a recipe is ticked off, remembers it, and gives way to another one', async () => {
    const { page } = await showComponents(stage, [{ type: 'recipe_viewer', query: 'soup' }])
    await page.getByRole('checkbox', { name: '2 Tomato' }).check()
    await page.getByRole('checkbox', { name: '1. Boil.' }).check()
    const beside = await showComponents(stage, [{ type: 'recipe_viewer', query: 'soup' }], { beside: page })
    await expect.poll(() => beside.page.getByRole('checkbox', { name: '2 Tomato' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Surprise me' }).click()
    await expect.poll(() => upstream.requests.some((asked) => asked.includes('random.php'))).toBe(true)
  })

  test('figures of this machine are read again and again, each in its form', async () => {
    const source = '/api/system/metrics'
    const { page, asked, complaints } = await showComponents(stage, [
      { type: 'data_bound', source, path: 'cpu.percent', display: 'gauge', label: 'Busy', refresh_ms: 1_000 },
      { type: 'data_bound', source, path: 'memory', display: 'key_value', label: 'Memory now' },
      { type: 'data_bound', source: '/api/settings/schema', display: 'table', label: 'Settings here' },
      { type: 'data_bound', source, path: 'no.such[3].thing', display: 'metric', label: 'Nothing' },
    ])
    await page.getByText('Busy').waitFor()
    await page.getByText('Total bytes', { exact: true }).waitFor()
    await page.getByText('returned no “no.such[3].thing”').waitFor()
    await page.getByRole('table').waitFor()
    await expect.poll(() => asked.filter((url) => url.endsWith(source)).length).toBeGreaterThan(2)
    expect(complaints).toEqual([])
    expect(await seriousViolations(page)).toEqual([])
  })

  test('a just-in-time widget hears its data and its events, and can reach nothing', async () => {
    const script = `
      const heard = []
      addEventListener('message', ({ data }) => { heard.push(data); told.textContent = JSON.stringify(heard) })
      fetch('/api/settings').then(() => (net.textContent = 'reached'), () => (net.textContent = 'blocked'))
      try { parent.document.title = 'taken' } catch { frame.textContent = 'apart' }`
    const html = '<p id="told"></p><p id="net"></p><p id="frame"></p>'
    const { page } = await showComponents(stage, [
      { type: 'jit_widget', title: 'Own', html, script, data: { n: 7 }, topics: ['store.*'], height: 90 },
    ])
    const inside = page.frameLocator('iframe')
    await expect.poll(() => inside.locator('#told').innerText()).toContain('{"type":"data","data":{"n":7}}')
    expect(await inside.locator('#frame').innerText()).toBe('apart')
    await expect.poll(() => inside.locator('#net').innerText()).toBe('blocked')
    await stage.service.client.store.put({ params: { key: 'for-the-widget' }, body: { a: 1 } })
    await expect.poll(() => inside.locator('#told').innerText()).toContain('"key":"for-the-widget"')
    expect(await page.title()).not.toBe('taken')
  })
})
