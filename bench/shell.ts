import type { Page } from 'playwright-core'
import { showComponents } from '../test/shell/show-components.ts'
import { startShellStage, type ShellStage } from '../test/shell/stage.ts'
import { table } from './table.ts'

const SPOKEN = 250
const TOKENS_A_SECOND = 500
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)

/** How the page paints: first, while an answer streams into a long conversation, and while a large board is scrolled. */
export async function benchShell(): Promise<void> {
  await using stage = await startShellStage()
  console.log(`First paint of the page: ${Math.round(await firstPaint(stage))} ms`)
  const still = await framesOfNothing(stage)
  const rows = [
    ['a page on which nothing happens', ...summary(still)],
    [
      `${TOKENS_A_SECOND} tokens a second into ${SPOKEN * 2} messages`,
      ...summary(await framesWhileStreaming(stage)),
    ],
    ['scrolling a board of 1,000 cards', ...summary(await framesOfBoard(stage))],
  ]
  console.log(table(['', 'frames/s', 'p95 ms', 'longest ms'], rows))
}

async function firstPaint(stage: ShellStage): Promise<number> {
  const { page } = await stage.open('/chat')
  return (await page.evaluate(
    `new Promise((resolve) => {
      new PerformanceObserver((entries) => {
        const first = entries.getEntriesByName('first-contentful-paint')[0]
        if (first) resolve(first.startTime)
      }).observe({ type: 'paint', buffered: true })
    })`,
  )) as number
}

/** What this machine and this browser paint at best. */
async function framesOfNothing(stage: ShellStage): Promise<number[]> {
  const { page } = await stage.open('/chat')
  return await framesDuring(page, () => page.waitForTimeout(SECONDS * 1000))
}

async function framesWhileStreaming(stage: ShellStage): Promise<number[]> {
  const { page } = await stage.open('/chat')
  stage.chat.script = () => [{ type: 'text.delta', id: 't', delta: 'A short answer of **some** words.' }]
  for (let message = 0; message < SPOKEN; message += 1) await say(page, `message ${message}`)
  stage.chat.script = function* () {
    for (let word = 0; word < TOKENS_A_SECOND * SECONDS; word += 5) {
      const words = Array.from({ length: 5 }, (_, index) => `word${word + index} `)
      for (const delta of words) yield { type: 'text.delta', id: 't', delta }
      yield (1000 * 5) / TOKENS_A_SECOND
    }
  }
  return await framesDuring(page, () => say(page, 'a long story'))
}

/** Said, and answered to the end. */
async function say(page: Page, message: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(message)
  await box.press('Enter')
  // By its attribute: to look for its role, again and again, in a long conversation would cost the frames that are counted.
  await page.locator('button[aria-label=Stop]').waitFor({ state: 'detached', timeout: 120_000 })
}

async function framesOfBoard(stage: ShellStage): Promise<number[]> {
  const column = (id: string) => ({
    id,
    title: id,
    cards: Array.from({ length: 500 }, (_, index) => ({ id: `${id}-${index}`, title: `Card ${index}` })),
  })
  await stage.service.client.store.put({
    params: { key: 'bench-board' },
    body: { columns: [column('a'), column('b')] },
  })
  const { page } = await showComponents(stage, [{ type: 'kanban_board', id: 'bench-board' }])
  await page.getByText(/1,?000 cards/).waitFor()
  await page.getByText('Card 3', { exact: true }).first().hover()
  return await framesDuring(page, async () => {
    for (const end = Date.now() + SECONDS * 1000; Date.now() < end;) {
      await page.mouse.wheel(0, 120)
      await page.waitForTimeout(16)
    }
  })
}

/** Milliseconds between the frames that were painted meanwhile. */
async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(
    `window.seenFrames = []
    const watch = (at) => { window.seenFrames.push(at); requestAnimationFrame(watch) }
    requestAnimationFrame(watch)`,
  )
  await work()
  const seen = (await page.evaluate('window.seenFrames')) as number[]
  return seen.slice(1).map((at, index) => at - seen[index]!)
}

function summary(frames: readonly number[]): string[] {
  const sorted = frames.toSorted((one, other) => one - other)
  const total = frames.reduce((sum, frame) => sum + frame, 0)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return [((1000 * frames.length) / total).toFixed(1), at(0.95).toFixed(1), at(1).toFixed(1)]
}
