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

  const kept = async (label: string) =>
    (await stage.service.client.timers.list({ query: { all: true } })).timers.find(
      (timer) => timer.label === label,
    )

  test('a timer is the service’s: its cards show the same, pause it, give it more time and hear its end', async () => {
    const timer = { type: 'live_timer', id: 'cmp_pasta', seconds: 600, label: 'Pasta' }
    const { card, problems } = await showWidgets(stage, [timer], { own: true })
    const left = card('Pasta').getByRole('timer')
    expect(await left.textContent()).toBe('10:00')
    expect(await kept('Pasta')).toBeUndefined()
    await card('Pasta').getByRole('button', { name: 'Start' }).press('Enter')
    await card('Pasta').getByRole('button', { name: 'Pause' }).press('Enter')
    await card('Pasta').getByRole('button', { name: 'Resume' }).waitFor()
    const paused = await kept('Pasta')
    expect(paused).toMatchObject({ kind: 'timer', status: 'paused', ends_at: null })
    await card('Pasta').getByRole('button', { name: 'Add 1 min' }).press('Enter')
    await expect.poll(() => left.textContent()).toMatch(/^(?:11:00|10:\d\d)$/)
    // Whoever changes it elsewhere changes this card.
    const { timer_id } = paused!
    const soon = new Date(Date.now() + 500).toISOString()
    await stage.service.client.timers.change({ params: { timer_id }, body: { at: soon } })
    await card('Pasta').getByText('Time is up').waitFor()
    expect(await left.textContent()).toBe('00:00')
    expect(problems()).toEqual([])
    const elsewhere = await showWidgets(stage, [timer], { own: true })
    await elsewhere.card('Pasta').getByRole('button', { name: 'Done' }).click()
    await expect.poll(async () => (await kept('Pasta'))?.status).toBe('done')
    await elsewhere.card('Pasta').getByRole('button', { name: 'Start again' }).click()
    // It is as short as it was made last, and may have rung again.
    await expect.poll(async () => (await kept('Pasta'))?.status).toMatch(/running|due/)
  })

  test('a timer that was cancelled elsewhere stands still, and can be started again', async () => {
    const { timer_id } = await stage.service.client.timers.create({ body: { seconds: 300, label: 'Rice' } })
    const { card } = await showWidgets(stage, [{ type: 'live_timer', seconds: 300, label: 'Rice', timer_id }])
    await card('Rice').getByRole('button', { name: 'Pause' }).waitFor()
    await stage.service.client.timers.remove({ params: { timer_id } })
    await card('Rice').getByRole('button', { name: 'Start' }).click()
    await expect.poll(async () => (await kept('Rice'))?.status).toBe('running')
    expect((await kept('Rice'))?.timer_id).toBe(timer_id)
  })

  test('what is asked of a service that is down is said on the card', async () => {
    const { page, card } = await showWidgets(
      stage,
      [{ type: 'stopwatch', id: 'cmp_offline_watch', label: 'Offline' }],
      { own: true },
    )
    await card('Offline').getByRole('button', { name: 'Start' }).waitFor()
    await page.route('**/api/timers', (route) => route.abort())
    await card('Offline').getByRole('button', { name: 'Start' }).click()
    await card('Offline').getByRole('alert').waitFor()
    expect(await kept('Offline')).toBeUndefined()
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
    const pomodoro = { type: 'pomodoro', id: 'cmp_report', label: 'Report', rounds: 2 }
    const { card } = await showWidgets(stage, [pomodoro])
    const report = card('Report')
    await report.getByRole('button', { name: 'Start' }).press('Enter')
    await report.getByRole('button', { name: 'Pause' }).waitFor()
    const { timer_id } = (await kept('Report'))!
    const end = async () => {
      const at = new Date(Date.now() + 300).toISOString()
      await stage.service.client.timers.change({ params: { timer_id }, body: { at } })
    }
    await end()
    await report.getByText('1 of 2 rounds done').waitFor({ state: 'attached' })
    await report.getByRole('button', { name: 'Start short break' }).press('Enter')
    await expect.poll(() => report.getByRole('timer').textContent()).toMatch(/^05:00$|^04:\d\d$/)
    await report.getByRole('button', { name: 'Skip to focus' }).click()
    await report.getByText('round 2 of 2').waitFor()
    await end()
    await report.getByRole('button', { name: 'Start long break' }).waitFor()
    await report.getByRole('button', { name: 'Menu for Report' }).click()
    await report.page().getByRole('menuitem', { name: 'Start over' }).click()
    await report.getByText('round 1 of 2').waitFor()
    expect(await kept('Report')).toMatchObject({ status: 'paused', stage: { phase: 'work', round: 1 } })
  })

  test('a stopwatch measures, takes laps, stops and goes back to nothing', async () => {
    const watch = { type: 'stopwatch', id: 'cmp_run', label: 'Run' }
    const { card } = await showWidgets(stage, [watch], { own: true })
    const run = card('Run')
    expect(await run.getByRole('timer').textContent()).toBe('00:00.00')
    await run.getByRole('button', { name: 'Start' }).press('Enter')
    await run.getByRole('button', { name: 'Lap' }).click()
    await run.getByText('1 lap').waitFor()
    await run.getByRole('button', { name: 'Stop' }).press('Enter')
    await run.getByRole('button', { name: 'Resume' }).waitFor()
    const stopped = await run.getByRole('timer').textContent()
    const again = (await showWidgets(stage, [watch], { own: true })).card('Run')
    await expect.poll(() => again.getByRole('timer').textContent()).toBe(stopped)
    expect(await again.getByRole('table').getByRole('row').last().innerText()).toMatch(
      /^1\s+\d\d:\d\d\.\d\d\s+\d\d:\d\d\.\d\d$/,
    )
    await again.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => again.getByRole('timer').textContent()).toBe('00:00.00')
  })

  test('whoever wants to be told when a countdown is over asks on its card', async () => {
    const target = new Date(Date.now() + 3_600_000).toISOString()
    const { card } = await showWidgets(stage, [
      { type: 'countdown', id: 'cmp_launch', target, label: 'Lift-off' },
    ])
    await card('Lift-off').getByRole('button', { name: 'Notify me' }).click()
    await card('Lift-off').getByRole('button', { name: "You'll be notified", pressed: true }).waitFor()
    expect(await kept('Lift-off')).toMatchObject({ kind: 'countdown', status: 'running', ends_at: target })
    await card('Lift-off').getByRole('button', { name: "You'll be notified" }).click()
    await card('Lift-off').getByRole('button', { name: 'Notify me' }).waitFor()
    expect(await kept('Lift-off')).toBeUndefined()
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
