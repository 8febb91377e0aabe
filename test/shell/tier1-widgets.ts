import type { Locator, Page } from 'playwright-core'
import type { OpenOptions } from './profiles.ts'
import type { OpenedPage, ShellStage } from './stage.ts'

export interface ShownWidgets extends Omit<OpenedPage, 'complaints'> {
  /** What the browser complained about. */
  problems(): string[]
  /** The card with this title. */
  card(title: string): Locator
  /** What was last said to who cannot see the page. */
  said(): Promise<string>
  /** Tones that began to sound. */
  tones(): Promise<number>
}

/** An answer that holds these components, in the conversation of a new tab. */
export async function showWidgets(
  stage: ShellStage,
  components: readonly { readonly type: string; readonly [member: string]: unknown }[],
  options: OpenOptions & { readonly time?: string } = {},
): Promise<ShownWidgets> {
  const { time, ...contextOptions } = options
  stage.chat.script = () =>
    components.map((component, index) => ({
      type: 'component.add',
      index,
      component: { id: `widget-${index}`, ...component },
    }))
  const opened = await stage.open('/chat', {
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    own: time !== undefined,
    ...contextOptions,
  })
  const { page } = opened
  if (time !== undefined) await page.clock.install({ time })
  await page.evaluate(COUNT_TONES)
  await page.getByRole('textbox', { name: 'Message' }).fill('show')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy answer' }).last().waitFor()
  await page
    .getByRole('status', { name: /^(?:Loading|Preparing) / })
    .first()
    .waitFor({ state: 'detached' })
  return {
    page,
    asked: opened.asked,
    problems: () => opened.complaints,
    card: (title) => page.getByRole('region', { name: title, exact: true }),
    said: async () =>
      (await page.getByRole('log', { name: 'Announcements' }).locator('p').allTextContents()).at(-1) ?? '',
    tones: () => page.evaluate<number>('globalThis.tonesPlayed'),
  }
}

const COUNT_TONES = `
  globalThis.tonesPlayed = 0
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (...when) {
    globalThis.tonesPlayed += 1
    return start.apply(this, when)
  }`

/** What stands in the clipboard after something was copied. */
export async function clipboardOf(page: Page): Promise<string> {
  return await page.evaluate<string>('navigator.clipboard.readText()')
}
