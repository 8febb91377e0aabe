import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

/** Stands in for the recognition and the voices of a browser: here they would need a microphone and a speaker. */
const SPEECH = `{
  const heard = []
  class SpeechRecognition {
    static available = async () => globalThis.onDevice ? 'available' : 'unavailable'
    constructor() { heard.push(this) }
    start() { this.isOn = true }
    stop() { this.isOn = false; this.onend?.() }
    abort() { this.stop() }
  }
  globalThis.SpeechRecognition = SpeechRecognition
  globalThis.recognitions = heard
  globalThis.hear = (...words) => heard.at(-1).onresult({
    results: words.map((transcript) => ({ isFinal: true, 0: { transcript } })),
  })
  globalThis.fail = (error) => { heard.at(-1).onerror({ error }); heard.at(-1).stop() }
  const spoken = []
  globalThis.spoken = spoken
  globalThis.voices = [{ lang: 'en-US', localService: true, name: 'Here' }]
  Object.defineProperty(globalThis, 'speechSynthesis', { value: {
    getVoices: () => globalThis.voices,
    cancel() { spoken.at(-1)?.dispatchEvent(new Event('end')) },
    speak(utterance) { spoken.push(utterance) },
  } })
  globalThis.SpeechSynthesisUtterance = class extends EventTarget {
    constructor(text) { super(); this.text = text }
  }
}`

describe.skipIf(!canBrowse)('talking and reading aloud', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const open = async ({ onDevice = false, voices = '' } = {}) => {
    const opened = await stage.open('/chat', { own: true })
    await opened.page.addInitScript({ content: `${SPEECH}; globalThis.onDevice = ${onDevice}; ${voices}` })
    await opened.page.reload()
    await opened.page.getByRole('textbox', { name: 'Message' }).waitFor()
    return opened
  }
  const run = <Result>(page: Page, script: string) => page.evaluate<Result>(script)
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

  test('what is said stands in the field, and goes nowhere before somebody sends it', async () => {
    stage.chat.asked.length = 0
    const { page, complaints } = await open({ onDevice: true })
    await field(page).fill('Please')
    await page.getByRole('button', { name: 'Talk' }).click()
    await page.getByText('Listening …').waitFor()
    expect(await run(page, 'recognitions[0].processLocally')).toBe(true)
    await run(page, 'hear("set a timer")')
    await expect.poll(() => field(page).inputValue()).toBe('Please set a timer')
    await run(page, 'hear("set a timer", "for five minutes")')
    await expect.poll(() => field(page).inputValue()).toBe('Please set a timer for five minutes')
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Stop listening' }).click()
    await page.getByRole('button', { name: 'Talk' }).waitFor()
    expect(stage.chat.asked).toEqual([])
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])
  })

  test('where speech leaves the machine that is said once, and nothing is heard without a yes', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Talk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Use the browser’s speech recognition?' })
    await dialog.getByText('may send what you say to its maker').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await run(page, 'recognitions.length')).toBe(0)
    await page.getByRole('button', { name: 'Talk' }).click()
    await dialog.getByRole('button', { name: 'Talk' }).click()
    await page.getByText('Listening …').waitFor()
    await run(page, 'fail("no-speech")')
    await page.getByText('Nothing was heard.').waitFor()
    await page.getByRole('button', { name: 'Talk' }).click()
    await page.getByText('Listening …').waitFor()
    expect(await dialog.count()).toBe(0)
  })

  test('an answer is read aloud by a voice of this device, until it is stopped', async () => {
    stage.chat.script = () => [{ type: 'text.delta', id: 't', delta: '**Four** plus two is six.' }]
    const { page } = await open()
    await ask(page)
    await choose(page, 'Read aloud')
    await expect.poll(() => run(page, 'spoken.length')).toBe(1)
    expect(await run(page, 'spoken[0].text')).toContain('Four plus two is six.')
    expect(await run(page, 'spoken[0].voice.name')).toBe('Here')
    await choose(page, 'Stop reading')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Read aloud' }).waitFor()
  })

  test('a voice on a server reads nothing before somebody agrees', async () => {
    stage.chat.script = () => [{ type: 'text.delta', id: 't', delta: 'Private words.' }]
    const { page } = await open({ voices: 'globalThis.voices = [{ lang: "en-US", localService: false }]' })
    await ask(page)
    await choose(page, 'Read aloud')
    const dialog = page.getByRole('dialog', { name: 'Read with a voice on a server?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await run(page, 'spoken.length')).toBe(0)
    await choose(page, 'Read aloud')
    await dialog.getByRole('button', { name: 'Read aloud' }).click()
    await expect.poll(() => run(page, 'spoken.length')).toBe(1)
  })

  const ask = async (page: Page) => {
    await field(page).fill('add')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Why this answer?' }).waitFor()
  }
  const choose = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
})
