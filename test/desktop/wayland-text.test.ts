import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openSession } from '../../src/platform/desktop/wayland/session.ts'
import { openWayland, type WaylandDesktop } from './wayland-desktop.ts'
import { hasWayland, type WaylandStage } from './wayland-stage.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

const patience = { timeout: 30_000 }

/** The rows of the table in every desktop test. */
const texts = [
  'Hello, World! ~`@#$%^&*()_+{}|:"<>?[]\\;\',./-=',
  'é ñ ß Ü € Ž ő “quoted” – dash',
  '漢字テスト한글',
  '😀👍🏽🇫🇷',
  'mixed: naïve 漢字 and 😀, 50 €',
]

test.skipIf(!hasWayland)('every text arrives in GTK, typed and pasted', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const field = await stage.openOracle({ kind: 'text' })
  let all = ''
  for (const method of ['keys', 'clipboard'] as const) {
    for (const text of [...texts, 'two\nlines\tand a tab']) {
      expect(await driver.type(text, { method })).toMatchObject({
        method,
        characters: Array.from(text).length,
      })
      all += text
      await expect.poll(() => field.text(), { ...patience, message: `${method}: ${text}` }).toBe(all)
    }
  }
})

test.skipIf(!hasWayland)('every text arrives in a terminal, typed and pasted', async () => {
  await using desktop = await openWayland()
  const { driver } = desktop
  const terminal = await openTerminal(desktop)
  let all = ''
  for (const method of ['keys', 'clipboard'] as const) {
    for (const text of texts) {
      await driver.type(text, { method })
      await driver.press('Return', {})
      all += `${text}\n`
      await expect.poll(() => terminal.text(), { ...patience, message: `${method}: ${text}` }).toBe(all)
    }
  }
})

test.skipIf(!hasWayland)(
  'short texts are typed, and what a form would take for a key is pasted',
  async () => {
    await using desktop = await openWayland()
    const { driver, stage } = desktop
    const field = await stage.openOracle({ kind: 'text' })
    const long = 'A long text with an é. '.repeat(200)
    expect(await driver.type('short', {})).toMatchObject({ method: 'keys' })
    expect(await driver.type('two\nlines', {})).toMatchObject({ method: 'clipboard' })
    expect(await driver.type(long, {})).toMatchObject({ method: 'clipboard', characters: long.length })
    await expect.poll(() => field.text(), patience).toBe(`shorttwo\nlines${long}`)
  },
)

test.skipIf(!hasWayland)('what was in the clipboard is there again after a paste', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const field = await stage.openOracle({ kind: 'text' })
  const picture = Buffer.from('89504e470d0a1a0a00', 'hex')
  copy(stage, 'the person’s own', [])
  copy(stage, picture, ['--primary', '--type', 'image/png'])
  expect(await driver.type('pasted', { method: 'clipboard' })).toMatchObject({ clipboardReplaced: false })
  await expect.poll(() => field.text(), patience).toBe('pasted')
  await expect.poll(() => paste(stage, ['--no-newline']).toString(), patience).toBe('the person’s own')
  await expect.poll(() => paste(stage, ['--primary', '--type', 'image/png']), patience).toEqual(picture)
  copy(stage, 'x', ['--type', 'application/x-unknown'])
  expect(await driver.type('!', { method: 'clipboard' })).toMatchObject({ clipboardReplaced: true })
  await expect.poll(() => field.text(), patience).toBe('pasted!')
})

test.skipIf(!hasWayland)('a paste that nobody takes says so', async () => {
  await using desktop = await openWayland()
  const pasting = desktop.driver.type('for nobody', { method: 'clipboard' })
  await expect(pasting).rejects.toMatchObject({ code: 'conflict' })
})

test.skipIf(!hasWayland)('text typed right after a click is in the window that was clicked', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const left = await stage.openOracle({ kind: 'text', title: 'left' })
  const right = await stage.openOracle({ kind: 'text', title: 'right' })
  const wanted = { left: '', right: '' }
  for (let round = 0; round < 200; round++) {
    const side = round % 2 === 0 ? 'left' : 'right'
    const text = `${side}${round} `
    // Never twice at the same place: two quick clicks there would select what is written.
    await driver.click({ x: side === 'left' ? 320 : 960, y: 200 + ((round * 70) % 500) }, {})
    await driver.type(text, { method: 'keys' })
    wanted[side] += text
    // They write down all they hold at every key, and must not fall behind for ever.
    if (round % 20 !== 19) continue
    await expect.poll(() => ({ left: left.text(), right: right.text() }), patience).toEqual(wanted)
  }
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
      await expect.poll(() => field.text(), { ...patience, message: text }).toBe(all)
    }
    await field.close()
    // GTK does not know the keys of a keyboard that is gone again so soon; terminals do.
    const terminal = await openTerminal(desktop)
    await driver.type('typed', { method: 'keys' })
    await driver.press('Return', {})
    await expect.poll(() => terminal.text(), patience).toBe('typed\n')
    await expect(driver.click({ x: 5, y: 5 }, { modifiers: ['ctrl'] })).rejects.toMatchObject({
      code: 'unavailable_on_platform',
    })
    person.connection.close()
  },
)

/** One that writes every line that it gets into a file. */
async function openTerminal({ stage, driver }: WaylandDesktop): Promise<{ text(): Promise<string> }> {
  const file = join(stage.folder, 'typed')
  stage.start('foot', ['sh', '-c', `stty -echo; cat > ${file}`])
  const text = () => readFile(file, 'utf8').catch(() => '(not there yet)')
  await expect.poll(text, patience).toBe('')
  await expect.poll(async () => (await driver.activeWindow())?.className, patience).toBe('foot')
  return { text }
}

function copy({ environment }: WaylandStage, input: string | Buffer, words: readonly string[]): void {
  spawnSync('wl-copy', words, { env: environment, input, stdio: ['pipe', 'ignore', 'ignore'] })
}

function paste({ environment }: WaylandStage, words: readonly string[]): Buffer {
  return spawnSync('wl-paste', words, { env: environment }).stdout
}
