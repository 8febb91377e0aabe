import { buffer } from 'node:stream/consumers'
import type { Download } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { componentSchemas } from '../../src/components/schemas.ts'
import { canBrowse } from '../security/chromium.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'
import { showWidgets } from './tier1-widgets.ts'

let stage: ShellStage
beforeAll(async () => {
  if (canBrowse) stage = await startShellStage()
})
afterAll(() => stage?.[Symbol.asyncDispose]())

describe.skipIf(!canBrowse)('widgets to make and to keep things with', () => {
  test('habits are ticked off, saved in the store, added, and gone when they are removed', async () => {
    const time = '2026-03-04T12:00:00Z'
    const { page, card } = await showWidgets(
      stage,
      [{ type: 'habit_tracker', id: 'my-habits', habits: ['Read', 'Walk'] }],
      { time },
    )
    const habits = card('Habits')
    for (const day of ['2', '3', '4'])
      await habits.getByRole('checkbox', { name: `Read on ${day} Mar 2026` }).press('Space')
    await habits.getByText('1 of 2 today').waitFor()
    await habits.getByText('3 days in a row').waitFor()
    await habits.getByRole('textbox', { name: 'New habit' }).fill('Stretch')
    await page.keyboard.press('Enter')
    const kept = async () =>
      (
        (await stage.service.client.store.get({ params: { key: 'my-habits' } })) as {
          habits?: { name: string; done_on: string[] }[]
        }
      ).habits ?? []
    await expect.poll(async () => (await kept()).map(({ name }) => name)).toEqual(['Read', 'Walk', 'Stretch'])
    expect((await kept())[0]?.done_on).toEqual(['2026-03-02', '2026-03-03', '2026-03-04'])
    const removeWalk = async () => {
      await habits.getByRole('textbox', { name: 'Habit', exact: true }).nth(1).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await kept()).map(({ name }) => name)).toEqual(['Read', 'Stretch'])
    }
    await removeWalk()
    await habits.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await expect.poll(async () => (await kept()).map(({ name }) => name)).toEqual(['Read', 'Walk', 'Stretch'])
    await removeWalk()
    // Drawn anew, it does not bring back what was removed.
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: 'Chat' }).click()
    await habits.getByRole('checkbox', { name: /^Stretch on 4/ }).waitFor()
    await habits.getByRole('textbox', { name: 'New habit' }).fill('Swim')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await kept()).map(({ name }) => name)).toEqual(['Read', 'Stretch', 'Swim'])
  })

  test('a drawing is made by pointer and by keys, taken back, kept, and saved as a picture', async () => {
    const { page, card, said, problems } = await showWidgets(stage, [
      { type: 'drawing_canvas', id: 'cmp_sketch', title: 'Sketch', width: 400, height: 250 },
    ])
    const sketch = card('Sketch')
    const sheet = sketch.getByRole('application')
    const inked = () => page.evaluate<number>(INKED)
    expect(await inked()).toBe(0)
    const box = (await sheet.boundingBox())!
    await page.mouse.move(box.x + 40, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + 200, box.y + 90, { steps: 8 })
    await page.mouse.up()
    const line = await inked()
    expect(line).toBeGreaterThan(100)
    await sketch.getByRole('button', { name: 'Red', exact: true }).click()
    await sheet.focus()
    await page.keyboard.press('Space')
    expect(await said()).toBe('Pen down at 200, 125.')
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    const both = await inked()
    expect(both).toBeGreaterThan(line + 100)
    await page.keyboard.press('Control+z')
    expect(await inked()).toBe(line)
    await sketch.getByRole('button', { name: 'Redo' }).click()
    expect(await inked()).toBe(both)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sketch.getByRole('button', { name: 'Save as picture' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Sketch.png')
    const bytes = await contentOf(download)
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([400, 250])
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: 'Chat' }).click()
    await sketch.waitFor()
    await expect.poll(inked).toBe(both)
    await sketch.getByRole('button', { name: 'Clear' }).click()
    expect(await inked()).toBe(0)
    // Reading the pixels is what the test does, not the page.
    expect(problems().filter((text) => !text.includes('getImageData'))).toEqual([])
  })

  test('a draft is formatted by keys and buttons, previewed, undone, and said when it is done', async () => {
    const editor = {
      type: 'markdown_editor',
      id: 'cmp_letter',
      title: 'Letter',
      text: 'Dear Grace',
      action: { kind: 'chat', message: 'Send: $value' },
      action_label: 'Send it',
    }
    const { page, card } = await showWidgets(stage, [editor])
    const letter = card('Letter')
    const field = letter.getByRole('textbox', { name: 'Letter' })
    await field.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+b')
    expect(await field.inputValue()).toBe('**Dear Grace**')
    await expect
      .poll(() => letter.getByRole('group', { name: 'Preview' }).locator('strong').allInnerTexts())
      .toEqual(['Dear Grace'])
    await page.keyboard.press('Control+z')
    expect(await field.inputValue()).toBe('Dear Grace')
    await letter.getByRole('button', { name: 'Heading' }).click()
    expect(await field.inputValue()).toBe('## Dear Grace')
    await letter.getByText('3 words').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      letter
        .getByRole('button', { name: 'Menu for Letter' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Save as a file' }).click()),
    ])
    expect((await contentOf(download)).toString()).toBe('## Dear Grace')
    await letter.getByRole('button', { name: 'Menu for Letter' }).click()
    await page.getByRole('menuitem', { name: 'Pin to Home' }).click()
    await page.getByRole('link', { name: 'Home' }).click()
    // The draft is the same on both pages.
    await expect.poll(() => field.inputValue()).toBe('## Dear Grace')
    // The service does not know the answer that it was pinned from, as if its conversation had been deleted.
    await letter.getByRole('button', { name: 'Send it' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => stage.chat.asked.at(-1)?.message).toBe('Send: ## Dear Grace')
  })
})

async function contentOf(download: Download): Promise<Buffer> {
  return await buffer(await download.createReadStream())
}

/** Pixels of the sheet that are not white. */
const INKED = `(() => {
  const sheet = document.querySelector('canvas')
  const { data } = sheet.getContext('2d').getImageData(0, 0, sheet.width, sheet.height)
  let count = 0
  for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 700) count += 1
  return count
})()`

/** They show pages that their examples only name. */
const FRAMED = new Set(['jit_widget', 'mcp_app'])

describe.skipIf(!canBrowse)('every Tier 1 widget', () => {
  const widgets = componentSchemas
    .filter(({ tier, type }) => tier === 1 && !FRAMED.has(type))
    .map(({ type, example }) => ({ type, ...example }))

  test('is accessible in light and dark colours, asks nobody else, and the browser has nothing to complain about', async () => {
    expect(widgets.length).toBeGreaterThan(20)
    const { page, asked, problems } = await showWidgets(stage, widgets)
    expect(await page.getByText("Couldn't show").count()).toBe(0)
    expect(await seriousViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await seriousViolations(page, { ofColours: true })).toEqual([])
    expect(asked.map((url) => new URL(url).origin).filter((origin) => origin !== stage.chat.address)).toEqual(
      [],
    )
    expect(problems()).toEqual([])
  })

  test('fits into every width, with a word that does not want to end', async () => {
    const endless = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik'
    const labelled = widgets.map((widget) =>
      'label' in widget || widget.type === 'live_timer'
        ? { ...widget, label: endless }
        : 'title' in widget
          ? { ...widget, title: endless }
          : widget,
    )
    const { page } = await showWidgets(stage, labelled, { viewport: { width: 320, height: 900 } })
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      // What measures itself is told of its new size, and draws itself anew.
      await expect.poll(() => page.evaluate<string[]>(STRAY)).toEqual([])
    }
  })
})

/** What reaches out of its card. */
const STRAY = `
  [...document.querySelectorAll('article .card')].flatMap((card) =>
    [...card.querySelectorAll('*')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > card.getBoundingClientRect().right + 1)
      .filter((one) => !one.closest('[role=group][tabindex], [role=region][tabindex], .sr-only, svg'))
      .map((one) => card.ariaLabel + ': ' + one.outerHTML.slice(0, 120)))`
