import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp, { type Sharp } from 'sharp'
import { chromiumOptions } from '../test/security/chromium-options.ts'
import { startTestService } from '../test/service.ts'
import { setup as buildShell } from '../test/shell/build-shell.ts'

/** `npm run pictures` makes the pictures of the guides: what they show is done in the real page, against a real service. */
const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const WIDTH = 900
const HEIGHT = 560
const QUALITY = 78

await buildShell()
await using service = await startTestService({
  environment: { DESKHAND_MONITOR: 'off', DESKHAND_CONTENT_INDEX: 'off', TZ: 'UTC' },
})
await using browser = await chromium.launch(chromiumOptions)
const context = await browser.newContext({
  viewport: { width: WIDTH, height: HEIGHT },
  colorScheme: 'light',
  deviceScaleFactor: 1.5,
  reducedMotion: 'reduce',
})
const page = await context.newPage()
const home = dirname(service.folder.root)
await putFiles()
await still('tutorial-ask', async () => {
  await newChat()
  await say('what is 17% of 230', '39.1')
})
await still('tutorial-list', async () => {
  await newChat()
  await say('add milk and eggs to my shopping list', 'Milk')
  await page.getByRole('checkbox', { name: /eggs/i }).waitFor()
})
await still('tutorial-workflow', async () => {
  await openWorkflow('list the files in ~/Documents, then write the result to ~/files.txt', 'Completed')
})
await still('tutorial-approval', async () => {
  await openWorkflow('delete all zip files in Downloads', 'Approve')
  await page.getByRole('button', { name: 'Reject' }).scrollIntoViewIfNeeded()
})
await still('tutorial-schedule', async () => {
  const { automation_id } = await generate('every Friday at 5pm zip my Documents')
  await open(`/workflows/${automation_id}`)
  await page.getByText('COMPRESS_FILES').or(page.getByText('Compress')).first().waitFor()
})
await film()

async function putFiles(): Promise<void> {
  for (const [name, text] of Object.entries({
    'Documents/lease.txt': 'Mill Lane\n',
    'Documents/plan.txt': 'Paint the door\n',
    'Downloads/old.zip': 'old',
  })) {
    await mkdir(dirname(join(home, name)), { recursive: true })
    await writeFile(join(home, name), text)
  }
}

async function open(path: string): Promise<void> {
  await page.goto(service.address + path)
  await page.locator('main').waitFor()
}

async function newChat(): Promise<void> {
  await open('/chat')
  await page.getByRole('textbox').first().click()
}

/** Says something, and waits until it is answered. */
async function say(words: string, answer: string): Promise<void> {
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await page.locator('main').getByText(answer).last().waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
}

interface Plan {
  readonly workflow_id?: string
  readonly automation_id?: string
}

async function generate(prompt: string): Promise<Plan> {
  const response = await fetch(`${service.address}/api/workflows/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt, start: true }),
  })
  return (await response.json()) as Plan
}

async function openWorkflow(prompt: string, until: string): Promise<void> {
  const { workflow_id } = await generate(prompt)
  await open(`/workflows/${workflow_id}`)
  await page.locator('main').getByText(until).filter({ visible: true }).first().waitFor()
}

async function still(name: string, show: () => Promise<void>): Promise<void> {
  await show()
  await save(name, sharp(await shot(page)).webp({ quality: QUALITY, effort: 6 }))
}

function shot(of: Page): Promise<Buffer> {
  return of.screenshot({ animations: 'disabled', caret: 'hide' })
}

/** The moving picture of the README: two wishes, as they are typed and answered. */
async function film(): Promise<void> {
  const frames: Buffer[] = []
  const delay: number[] = []
  const take = async (ms: number) => {
    frames.push(await shot(page))
    delay.push(ms)
  }
  await newChat()
  await take(600)
  for (const [words, answer] of [
    ['25 minute timer', 'Pause'],
    ['add bread to my shopping list', 'Bread'],
    ['what is 17% of 230', '39.1'],
  ] as const) {
    for (const piece of words.match(/\S+\s*/g) ?? []) {
      await page.keyboard.type(piece)
      await take(160)
    }
    await page.keyboard.press('Enter')
    await page.locator('main').getByText(answer).last().waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
    await take(1_800)
  }
  const small = await Promise.all(frames.map((frame) => sharp(frame).resize(WIDTH).png().toBuffer()))
  await save(
    'first-minutes',
    sharp(small, { join: { animated: true } }).webp({ quality: 60, effort: 6, delay, loop: 0 }),
  )
}

async function save(name: string, picture: Sharp): Promise<void> {
  const path = join(folder, `${name}.webp`)
  await picture.toFile(path)
  const { size } = await stat(path)
  console.log(`${name}.webp ${Math.round(size / 1000)} kB`)
}
