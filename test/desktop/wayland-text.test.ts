import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSession } from '../../src/platform/desktop/wayland/session.ts'
import { raceTiledFocus } from './focus-race.ts'
import { end, type Oracle } from './stage.ts'
import { openWayland, type WaylandDesktop } from './wayland-desktop.ts'
import { hasWayland, type WaylandStage } from './wayland-stage.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

/** The rows of the table in every desktop test. */
const texts = [
  'Hello, World! ~`@#$%^&*()_+{}|:"<>?[]\\;\',./-=',
  'é ñ ß Ü € Ž ő “quoted” – dash',
  '漢字テスト한글',
  '😀👍🏽🇫🇷',
  'mixed: naïve 漢字 and 😀, 50 €',
]

let shared: WaylandDesktop

beforeAll(async () => {
  if (hasWayland) shared = await openWayland()
})
afterAll(() => shared?.[Symbol.asyncDispose]())

test.skipIf(!hasWayland)('every text arrives in GTK, typed and pasted', async () => {
  const { driver, stage } = shared
  await using field = await openField(stage)
  let all = ''
  for (const method of ['keys', 'clipboard'] as const) {
    for (const text of [...texts, 'two\nlines\tand a tab']) {
      expect(await driver.type(text, { method })).toMatchObject({
        method,
        characters: Array.from(text).length,
      })
      all += text
      await expect.poll(() => field.text(), { message: `${method}: ${text}` }).toBe(all)
    }
  }
})

test.skipIf(!hasWayland)('every text arrives in a terminal, typed and pasted', async () => {
  const { driver } = shared
  await using terminal = await openTerminal(shared)
  let all = ''
  for (const method of ['keys', 'clipboard'] as const) {
    for (const text of texts) {
      await driver.type(text, { method })
      await driver.press('Return', {})
      all += `${text}\n`
      await expect.poll(() => terminal.text(), { message: `${method}: ${text}` }).toBe(all)
    }
  }
})

test.skipIf(!hasWayland)(
  'short texts are typed, and what a form would take for a key is pasted',
  async () => {
    const { driver, stage } = shared
    await using field = await openField(stage)
    const long = 'A long text with an é. '.repeat(200)
    expect(await driver.type('short', {})).toMatchObject({ method: 'keys' })
    expect(await driver.type('two\nlines', {})).toMatchObject({ method: 'clipboard' })
    expect(await driver.type(long, {})).toMatchObject({ method: 'clipboard', characters: long.length })
    await expect.poll(() => field.text()).toBe(`shorttwo\nlines${long}`)
  },
)

test.skipIf(!hasWayland)('what was in the clipboard is there again after a paste', async () => {
  // A desktop of its own: elsewhere the clipboard may still be given back after the paste of another test.
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  await using field = await openField(stage)
  const picture = Buffer.from('89504e470d0a1a0a00', 'hex')
  copy(stage, 'the person’s own', [])
  copy(stage, picture, ['--primary', '--type', 'image/png'])
  expect(await driver.type('pasted', { method: 'clipboard' })).toMatchObject({ clipboardReplaced: false })
  await expect.poll(() => field.text()).toBe('pasted')
  await expect.poll(() => paste(stage, ['--no-newline']).toString()).toBe('the person’s own')
  await expect.poll(() => paste(stage, ['--primary', '--type', 'image/png'])).toEqual(picture)
  copy(stage, 'x', ['--type', 'application/x-unknown'])
  expect(await driver.type('!', { method: 'clipboard' })).toMatchObject({ clipboardReplaced: true })
  await expect.poll(() => field.text()).toBe('pasted!')
})

test.skipIf(!hasWayland)('a paste that nobody takes says so', async () => {
  const pasting = shared.driver.type('for nobody', { method: 'clipboard' })
  await expect(pasting).rejects.toMatchObject({ code: 'conflict' })
})

test.skipIf(!hasWayland)('text typed right after a click is in the window that was clicked', async () => {
  expect(await raceTiledFocus(shared, { rounds: 40 })).toEqual({ right: 40, wrong: 0, lost: 0 })
})

test.skipIf(!hasWayland)(
  'without shared memory other programs type, and say what they cannot do',
  async () => {
    await using desktop = await openWayland({ descriptors: false })
    const { driver, stage } = desktop
    // Somebody has a keyboard, as everywhere: windows that never saw one miss the first keys of any.
    const person = await openSession(stage)
    const field = await stage.openOracle({ kind: 'text' })
    let all = ''
    for (const text of texts) {
      await driver.type(text, { method: 'keys' })
      all += text
      await expect.poll(() => field.text(), { message: text }).toBe(all)
    }
    await field.close()
    // GTK does not know the keys of a keyboard that is gone again so soon; terminals do.
    const terminal = await openTerminal(desktop)
    await driver.type('typed', { method: 'keys' })
    await driver.press('Return', {})
    await expect.poll(() => terminal.text()).toBe('typed\n')
    await expect(driver.click({ x: 5, y: 5 }, { modifiers: ['ctrl'] })).rejects.toMatchObject({
      code: 'unavailable_on_platform',
    })
    person.connection.close()
  },
)

async function openField(stage: WaylandStage): Promise<Pick<Oracle, 'text'> & AsyncDisposable> {
  const { text, close } = await stage.openOracle({ kind: 'text' })
  return { text, [Symbol.asyncDispose]: close }
}

/** One that writes every line that it gets into a file. */
async function openTerminal({
  stage,
  driver,
}: WaylandDesktop): Promise<{ text(): Promise<string> } & AsyncDisposable> {
  const file = join(stage.folder, 'typed')
  const child = stage.start('foot', ['sh', '-c', `stty -echo; cat > ${file}`])
  const text = () => readFile(file, 'utf8').catch(() => '(not there yet)')
  await expect.poll(text).toBe('')
  await expect.poll(async () => (await driver.activeWindow())?.className).toBe('foot')
  return { text, [Symbol.asyncDispose]: () => end(child) }
}

function copy({ environment }: WaylandStage, input: string | Buffer, words: readonly string[]): void {
  spawnSync('wl-copy', words, { env: environment, input, stdio: ['pipe', 'ignore', 'ignore'] })
}

function paste({ environment }: WaylandStage, words: readonly string[]): Buffer {
  return spawnSync('wl-paste', words, { env: environment }).stdout
}
