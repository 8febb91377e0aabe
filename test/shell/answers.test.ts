import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { foreign, showComponents } from './show-components.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'
import { clipboardOf } from './tier1-widgets.ts'

const opacityOf = (place: Locator) =>
  place.evaluate((element) => {
    let opacity = 1
    for (let at = element as unknown as HTMLElementLike | null; at; at = at.parentElement)
      opacity *= Number((globalThis as unknown as StyleReader).getComputedStyle(at).opacity)
    return opacity
  })

/** What a page has that a program has not. */
interface HTMLElementLike {
  readonly parentElement: HTMLElementLike | null
}
interface StyleReader {
  getComputedStyle(element: object): { opacity: string; backgroundColor: string; outlineStyle: string }
}

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

describe.skipIf(!canBrowse)('answers', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())
  beforeEach(() => {
    stage.chat.asked.length = 0
  })

  test('formulas are set by letters of this service, and money stays money', async () => {
    const text = String.raw`Mass: $E = mc^2$, and \(a_1\). It costs $5 and $10. Broken: $\frac{1}$

$$\int_0^1 \sqrt{x}\,dx = \boxed{\frac{2}{3}}$$`
    const opened = await showComponents(stage, [{ type: 'text', text }])
    const { page, asked, complaints } = opened
    const answer = page.getByRole('article')
    await expect.poll(() => answer.locator('.katex').count()).toBe(3)
    await expect.poll(() => asked.some((url) => /KaTeX.*\.woff2$/.test(url))).toBe(true)
    expect(await answer.getByText(String.raw`It costs $5 and $10. Broken: $\frac{1}$`).count()).toBe(1)
    expect(await answer.locator('math').count()).toBe(3)
    expect(foreign(opened, stage)).toEqual([])
    expect(complaints).toEqual([])
    expect(await seriousViolations(page)).toEqual([])
  })

  test('nothing of formulas is fetched for an answer without one', async () => {
    const { asked } = await showComponents(stage, [{ type: 'text', text: 'It costs $5 and $10.' }])
    expect(asked.filter((url) => /katex|math-/i.test(url))).toEqual([])
  })

  test('an answer is copied as text; what is for the curious is seen at the pointer or the focus', async () => {
    const { page } = await showComponents(
      stage,
      [
        { type: 'text', text: 'Two **files**, see [the guide](https://a.test/).' },
        { type: 'table', columns: [{ key: 'name', label: 'Name' }], rows: [{ name: 'a.txt' }] },
      ],
      CLIPBOARD,
    )
    const why = page.getByRole('button', { name: 'Why this answer?' })
    const copy = page.getByRole('button', { name: 'Copy answer' })
    await page.mouse.move(0, 0)
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await expect.poll(() => opacityOf(why)).toBe(0)
    expect(await opacityOf(copy)).toBe(1)
    await page.getByRole('article').hover()
    await expect.poll(() => opacityOf(why)).toBe(1)
    await page.mouse.move(0, 0)
    await why.focus()
    await expect.poll(() => opacityOf(why)).toBe(1)
    await copy.click()
    await expect
      .poll(() => clipboardOf(page))
      .toBe('Two files, see the guide (https://a.test/).\n\nName\na.txt')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
    await expect.poll(() => clipboardOf(page)).toContain('| Name |\n| --- |\n| a.txt |')
  })

  test('Enter queues the next message while an answer comes, and it can be taken back', async () => {
    const over = Promise.withResolvers<void>()
    stage.chat.script = function* (said) {
      yield { type: 'text.delta', id: 't', delta: `About ${said}. ` }
      if (said === 'first') yield over.promise
    }
    const { page } = await stage.open('/chat')
    const message = page.getByRole('textbox', { name: 'Message' })
    const say = async (text: string) => {
      await message.fill(text)
      await page.keyboard.press('Enter')
    }
    const waiting = page.getByRole('listitem').filter({ hasText: 'Sent after this answer' })
    await say('first')
    await page.getByText('About first.').waitFor()
    await say('second')
    await say('third')
    await expect.poll(() => waiting.count()).toBe(2)
    await message.fill('fourth')
    await page.getByRole('button', { name: 'Send after this answer' }).waitFor()
    await message.fill('')
    const third = page.getByRole('listitem').filter({ hasText: 'third' })
    await third.getByRole('button', { name: 'Take back' }).click()
    expect(await message.inputValue()).toBe('third')
    expect(stage.chat.asked.map((asked) => asked.message)).toEqual(['first'])
    over.resolve()
    await page.getByRole('article').getByText('About second.').waitFor()
    await expect.poll(() => waiting.count()).toBe(0)
    expect(stage.chat.asked.map((asked) => asked.message)).toEqual(['first', 'second'])
  })

  test('pictures of this machine are shown small, where they are named', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-pictures-'))
    const path = join(folder.path, 'sky.png')
    const picture = { create: { width: 1200, height: 800, channels: 3, background: '#3366ff' } } as const
    await writeFile(path, await sharp(picture).png().toBuffer())
    const { page, complaints } = await showComponents(stage, [
      { type: 'list', title: 'Found', items: [{ text: 'sky.png', action: { kind: 'open', path } }] },
      { type: 'file', name: 'sky.png', path, mime_type: 'image/png' },
    ])
    const widths = () =>
      page
        .getByRole('article')
        .locator('img')
        .evaluateAll((images) =>
          images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
        )
    await expect.poll(widths).toEqual([128, 768])
    expect(complaints).toEqual([])
    const small = await stage.service.client.documents.thumbnail({ query: { path } })
    expect(small).toMatchObject({ width: 256, full_width: 1200, full_height: 800 })
    const refused = stage.service.client.documents.thumbnail({ query: { path: '~/.ssh/id_rsa' } })
    await expect(refused).rejects.toMatchObject({
      code: expect.stringMatching(/forbidden|not_found/) as string,
    })
  })

  test('a picture that is attached is seen before and after it is sent', async () => {
    stage.chat.script = () => []
    const { page } = await stage.open('/chat')
    const picture = { create: { width: 64, height: 64, channels: 3, background: '#ff0000' } } as const
    await page.getByLabel('Files to attach').setInputFiles({
      name: 'red.png',
      mimeType: 'image/png',
      buffer: await sharp(picture).png().toBuffer(),
    })
    await page.getByRole('list', { name: 'Attached files' }).locator('img').waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Attached files' }).innerText()).not.toContain('…')
    await page.getByRole('textbox', { name: 'Message' }).fill('what is this')
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'red.png' }).waitFor()
  })

  test('a page that was never opened says that nobody is there, and opens once somebody is', async () => {
    stage.chat.script = () => []
    const { page } = await stage.open('/chat', { own: true })
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.getByText('With a model, Deskhand understands everything else').waitFor()
    stage.chat.reach = 'gone'
    await page.getByText("Can't reach Deskhand. Your changes").waitFor()
    await page.getByRole('link', { name: 'Tools' }).click()
    await page.getByText("Deskhand isn't running, and this page hasn't been opened before.").waitFor()
    stage.chat.reach = 'here'
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    expect(await page.getByText("Deskhand isn't running").count()).toBe(0)
  })

  test('ids have no commas, long commands two lines, and what goes on at the side fades there', async () => {
    const command = `/usr/bin/program ${'--option=value '.repeat(40)}`
    const { page } = await showComponents(
      stage,
      [
        {
          type: 'table',
          caption: 'Top processes',
          columns: [
            { key: 'pid', label: 'PID', type: 'text' },
            { key: 'command', label: 'Command', type: 'code' },
          ],
          rows: [{ pid: 123_456, command }],
        },
        {
          type: 'diagram',
          title: 'Way',
          nodes: Array.from({ length: 8 }, (_, index) => ({ id: `n${index}`, label: `Step ${index}` })),
          edges: Array.from({ length: 7 }, (_, index) => ({ from: `n${index}`, to: `n${index + 1}` })),
        },
      ],
      { viewport: { width: 390, height: 800 } },
    )
    await page.getByRole('cell', { name: '123456', exact: true }).waitFor()
    expect((await page.getByRole('cell', { name: /program/ }).boundingBox())!.height).toBeLessThan(60)
    const fading = () =>
      page
        .getByRole('region', { name: 'Way' })
        .locator('.fading-x')
        .evaluate((element) =>
          (
            globalThis as unknown as {
              getComputedStyle(element: object): { getPropertyValue(name: string): string }
            }
          )
            .getComputedStyle(element)
            .getPropertyValue('--fading-right'),
        )
    await expect.poll(fading).toBe('40px')
  })

  test('what is chosen is lighter than its track in the dark, and no ring is around a page', async () => {
    const { page } = await showComponents(stage, [{ type: 'calendar_view', id: 'cal' }], {
      colorScheme: 'dark',
    })
    const chosen = page.getByRole('article').locator('button[aria-pressed=true]').first()
    await chosen.waitFor()
    const [own, track] = await chosen.evaluate((element) => {
      const { getComputedStyle } = globalThis as unknown as StyleReader
      const at = element as unknown as HTMLElementLike
      return [at, at.parentElement!].map((one) =>
        Number(/[\d.]+/.exec(getComputedStyle(one).backgroundColor)![0]),
      )
    })
    expect(own).toBeGreaterThan(track!)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    expect(
      await page
        .locator('main')
        .evaluate((element) => (globalThis as unknown as StyleReader).getComputedStyle(element).outlineStyle),
    ).toBe('none')
  })
})
