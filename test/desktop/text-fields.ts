import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect } from 'vitest'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import type { DesktopStage } from './stage.ts'

/** A text field of a real application, focused. */
export interface TextField {
  text(): Promise<string>
  close(): Promise<void>
}

export type FieldKind = 'tk' | 'gtk' | 'xterm' | 'chromium'

export async function openTextField(
  kind: FieldKind,
  stage: DesktopStage,
  driver: DesktopDriver,
): Promise<TextField> {
  if (kind === 'xterm') return openTerminal(stage, driver)
  if (kind === 'chromium') return openPage(stage, driver)
  const oracle = await stage.openOracle({ kind: 'text', toolkit: kind })
  await driver.click({ x: 300, y: 300 }, {})
  return { text: () => Promise.resolve(oracle.text()), close: () => oracle.close() }
}

/** What a program in a terminal reads, byte by byte. */
async function openTerminal(stage: DesktopStage, driver: DesktopDriver): Promise<TextField> {
  const file = join(stage.folder, 'typed')
  const child = stage.start('xterm', ['-u8', '-e', 'sh', '-c', `stty raw -echo; exec cat > ${file}`])
  const text = () => readFile(file, 'utf8').catch(() => '')
  await expect.poll(async () => (await driver.activeWindow())?.className).toBe('XTerm')
  await expect
    .poll(() =>
      readFile(file).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  return {
    text,
    async close() {
      child.kill()
      await expect.poll(async () => (await driver.activeWindow())?.className).not.toBe('XTerm')
    },
  }
}

async function openPage(stage: DesktopStage, driver: DesktopDriver): Promise<TextField> {
  const context = await chromium.launchPersistentContext(join(stage.folder, 'chromium'), {
    executablePath: '/usr/bin/chromium',
    headless: false,
    env: stage.environment,
    viewport: null,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--window-size=800,600',
      '--window-position=20,20',
    ],
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setContent(`<textarea
    style="position:fixed;inset:0;width:100%;height:100%"
    onkeydown="this.dataset.heard = true"
  ></textarea>`)
  const field = page.locator('textarea')
  await expect.poll(async () => (await driver.activeWindow())?.className).toMatch(/chrom/i)
  // Its window finds its place and size while it opens, so one click may miss. Playwright tells every page that it has
  // the focus: it has it when a key arrives.
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await driver.activeWindow())!.area!
      await driver.click({ x: x + width / 2, y: y + height - 60 }, {})
      await driver.press('shift', {})
      return field.getAttribute('data-heard')
    })
    .toBe('true')
  return { text: () => field.inputValue(), close: () => context.close() }
}
