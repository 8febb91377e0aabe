import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'
import { showWidgets } from './tier1-widgets.ts'

const time = '2026-01-15T20:04:05Z'
const MINUTE = 60_000

describe.skipIf(!canBrowse)('widgets that know the time', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  test('a timer pauses, gets more time, is right after sleep, and rings once', async () => {
    const { page, card, said, tones, problems } = await showWidgets(
      stage,
      [{ type: 'live_timer', seconds: 600, label: 'Pasta' }],
      { time },
    )
    const left = card('Pasta').getByRole('timer')
    await expect.poll(() => left.textContent()).toMatch(/^(?:10:00|09:\d\d)$/)
    await card('Pasta').getByRole('button', { name: 'Pause' }).press('Enter')
    const paused = await left.textContent()
    await page.clock.fastForward(5 * MINUTE)
    expect(await left.textContent()).toBe(paused)
    await card('Pasta').getByRole('button', { name: 'Resume' }).press('Enter')
    await card('Pasta').getByRole('button', { name: 'Add 1 min' }).press('Enter')
    await expect.poll(() => left.textContent()).toMatch(/^(?:11:00|10:\d\d)$/)
    // As if the lid had been closed: every timer of the page comes late, and only once.
    await page.clock.fastForward(10 * MINUTE)
    await expect.poll(() => left.textContent()).toMatch(/^00:\d\d$|^01:00$/)
    expect(await tones()).toBe(0)
    await page.clock.fastForward(MINUTE)
    await card('Pasta').getByText('Time is up').waitFor()
    expect(await left.textContent()).toBe('00:00')
    await expect.poll(said).toContain('The timer “Pasta” is up.')
    await expect.poll(tones).toBe(6)
    await card('Pasta').getByRole('button', { name: 'Start again' }).click()
    await expect.poll(() => left.textContent()).toMatch(/^(?:10:00|09:\d\d)$/)
    expect(problems()).toEqual([])
  })

  test('a timer that a message stopped stands still, and can be started again', async () => {
    const timer = { type: 'live_timer', id: 'cmp_stopped_timer', seconds: 300, label: 'Rice' }
    const { page, card } = await showWidgets(stage, [{ ...timer, stopped_at: time }], { time })
    const left = card('Rice').getByRole('timer')
    await expect.poll(() => left.textContent()).toBe('05:00')
    await page.clock.fastForward(MINUTE)
    expect(await left.textContent()).toBe('05:00')
    await card('Rice').getByRole('button', { name: 'Start' }).click()
    await page.clock.fastForward(MINUTE)
    await expect.poll(() => left.textContent()).toMatch(/^(?:04:00|03:\d\d)$/)
  })

  test('a timer goes on and rings while its owner looks at another page, and after a reload', async () => {
    const { page, card, said, tones } = await showWidgets(
      stage,
      [{ type: 'live_timer', id: 'cmp_kept_timer', seconds: 300, label: 'Eggs' }],
      { time },
    )
    await card('Eggs').getByRole('button', { name: 'Menu for Eggs' }).click()
    await page.getByRole('menuitem', { name: 'Pin to Home' }).click()
    await page.getByRole('link', { name: 'Tools' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    await page.clock.fastForward(2 * MINUTE)
    await page.getByRole('link', { name: 'Home' }).click()
    const left = card('Eggs').getByRole('timer')
    await expect.poll(() => left.textContent()).toMatch(/^02:\d\d$|^03:00$/)
    await page.reload()
    await expect.poll(() => left.textContent()).toMatch(/^02:\d\d$/)
    await page.getByRole('link', { name: 'Tools' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    await page.evaluate('globalThis.tonesPlayed = 0')
    await page.clock.fastForward(3 * MINUTE)
    await expect.poll(said).toContain('The timer “Eggs” is up.')
    expect(await tones()).toBe(0)
  })

  test('a countdown counts days of the calendar and says when the time has come', async () => {
    const { page, card, said } = await showWidgets(
      stage,
      [
        { type: 'countdown', target: '2026-01-17T21:05:05', label: 'Launch', finished_text: 'Off we go.' },
        { type: 'countdown', target: '2026-01-16', label: 'Tokyo wakes', time_zone: 'Asia/Tokyo' },
      ],
      { time },
    )
    expect(await card('Launch').getByRole('timer').innerText()).toMatch(
      /^2\s+days\s+0\s+hours\s+[01]\s+minutes?\s+\d+\s+seconds?$/,
    )
    // It is the 16th there already.
    await card('Tokyo wakes').getByText("It's time.").waitFor()
    await page.clock.fastForward(2 * 24 * 60 * MINUTE + 2 * MINUTE)
    await card('Launch').getByText('Off we go.').waitFor()
    await expect.poll(said).toBe('Off we go.')
  })

  test('a clock shows other places, their day, and moves', async () => {
    const places = [
      { label: 'Tokyo', time_zone: 'Asia/Tokyo' },
      { label: 'Atlantis', time_zone: 'Sea/Atlantis' },
    ]
    const { page, card } = await showWidgets(
      stage,
      [
        { type: 'live_clock', places, hour_format: '24' },
        { type: 'live_clock', face: 'analog', hour_format: '12', show_seconds: false },
      ],
      { time },
    )
    const tokyo = card('World clock').getByRole('listitem').filter({ hasText: 'Tokyo' })
    expect(await tokyo.innerText()).toMatch(/05:04:\d\d\s+16 Jan 2026 · \+8 h, tomorrow/)
    await card('World clock').getByText('Unknown time zone: Sea/Atlantis').waitFor()
    expect(await card('Clock').innerText()).toMatch(/9:04 pm/i)
    await page.clock.fastForward(3 * MINUTE)
    await expect.poll(() => tokyo.innerText()).toMatch(/05:07:\d\d/)
    await expect.poll(() => card('Clock').innerText()).toMatch(/9:07 pm/i)
  })

  test('a pomodoro goes through work and breaks, and waits for a person between them', async () => {
    const { page, card, said, tones } = await showWidgets(
      stage,
      [{ type: 'pomodoro', label: 'Report', rounds: 2 }],
      { time },
    )
    const report = card('Report')
    await report.getByRole('button', { name: 'Start' }).press('Enter')
    await page.clock.fastForward(25 * MINUTE)
    await expect.poll(said).toBe('Focus is over. Next: short break.')
    await expect.poll(tones).toBe(6)
    await report.getByText('1 of 2 rounds done').waitFor({ state: 'attached' })
    await page.clock.fastForward(60 * MINUTE)
    await report.getByRole('button', { name: 'Start short break' }).press('Enter')
    await expect.poll(() => report.getByRole('timer').textContent()).toMatch(/^05:00$|^04:\d\d$/)
    await report.getByRole('button', { name: 'Skip to focus' }).click()
    await report.getByText('round 2 of 2').waitFor()
    await page.clock.fastForward(25 * MINUTE)
    await report.getByRole('button', { name: 'Start long break' }).waitFor()
  })

  test('a stopwatch measures over sleep, takes laps, stops and goes back to nothing', async () => {
    const { page, card } = await showWidgets(stage, [{ type: 'stopwatch', label: 'Run' }], { time })
    const run = card('Run')
    expect(await run.getByRole('timer').textContent()).toBe('00:00.00')
    await run.getByRole('button', { name: 'Start' }).press('Enter')
    await page.clock.fastForward(MINUTE)
    await run.getByRole('button', { name: 'Lap' }).click()
    await page.clock.fastForward(2 * MINUTE)
    await run.getByRole('button', { name: 'Stop' }).press('Enter')
    const stopped = await run.getByRole('timer').textContent()
    expect(stopped).toMatch(/^03:\d\d\.\d\d$/)
    await page.clock.fastForward(MINUTE)
    expect(await run.getByRole('timer').textContent()).toBe(stopped)
    expect(await run.getByRole('table').getByRole('row').last().innerText()).toMatch(
      /^1\s+01:\d\d\.\d\d\s+01:\d\d\.\d\d$/,
    )
    await run.getByRole('button', { name: 'Reset' }).click()
    expect(await run.getByRole('timer').textContent()).toBe('00:00.00')
  })

  test('breathing leads through its phases to the end, in words for who does not see the circle', async () => {
    const breathing = {
      type: 'breathing',
      label: '4-7-8',
      inhale_s: 4,
      hold_s: 7,
      exhale_s: 8,
      rest_s: 0,
      cycles: 2,
    }
    const { page, card, said } = await showWidgets(stage, [breathing], { time })
    await page.clock.pauseAt('2026-01-15T21:00:00Z')
    await card('4-7-8').getByRole('button', { name: 'Start' }).press('Enter')
    for (const [wait, phase] of [
      [100, 'Breathe in'],
      [4_000, 'Hold'],
      [7_000, 'Breathe out'],
      [8_000, 'Breathe in'],
    ] as const) {
      await page.clock.runFor(wait)
      await card('4-7-8').getByText(phase, { exact: true }).waitFor()
      await expect.poll(said).toBe(`${phase}.`)
    }
    await page.clock.runFor(19_000)
    await card('4-7-8').getByRole('button', { name: 'Again' }).waitFor()
    await expect.poll(said).toBe('Exercise finished.')
  })

  test('a metronome sounds every beat, shows which, and takes a tempo that is tapped', async () => {
    const { page, card, tones, problems } = await showWidgets(
      stage,
      [{ type: 'metronome', bpm: 240, beats_per_bar: 3 }],
      { own: true },
    )
    const metronome = card('Metronome')
    await metronome.getByRole('button', { name: 'Start' }).press('Enter')
    await expect.poll(tones).toBeGreaterThan(4)
    await metronome.locator('[data-on]').waitFor()
    await metronome.getByRole('slider', { name: 'Beats per minute' }).fill('60')
    await metronome.getByText('Largo').waitFor()
    await metronome.getByRole('button', { name: 'Stop' }).press('Enter')
    await metronome.locator('[data-on]').waitFor({ state: 'detached' })
    const tap = metronome.getByRole('button', { name: 'Tap the tempo' })
    await page.clock.install({ time })
    await page.clock.pauseAt('2026-01-15T21:00:00Z')
    for (let beat = 0; beat < 4; beat += 1) {
      await tap.press('Enter')
      await page.clock.runFor(500)
    }
    await expect
      .poll(() => metronome.getByRole('slider', { name: 'Beats per minute' }).inputValue())
      .toBe('120')
    expect(problems()).toEqual([])
  })
})
