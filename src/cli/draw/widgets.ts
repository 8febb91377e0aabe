import { randomInt } from 'node:crypto'
import { bandOf, bodyMassIndex } from '../../components/bmi-calculator/body-mass.ts'
import { newPassphrase, newPassword } from '../../components/password-generator/generate.ts'
import type { NewComponent } from '../../components/schemas.ts'
import { digitsOf, sharesOf } from '../../components/tip-calculator/share.ts'
import { readMoment } from '../../contract/text/moments.ts'
import { formatClock, durationText } from '../../contract/text/numbers.ts'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import { calculate, withoutDust } from '../../platform/language/values/evaluate.ts'
import { convert, findUnit, unitsByCategory } from '../../platform/language/values/unit-table.ts'
import { printable, wrapped } from '../terminal/text-width.ts'
import { factLines } from './basics.ts'
import type { DrawingsOf } from './drawing.ts'
import { quiet, title, toned, type Ink, type Lines } from './ink.ts'
import { timeText, written } from './moment-text.ts'
import { moneyText, rounded } from './number-text.ts'

type Widget =
  | 'live_timer'
  | 'countdown'
  | 'live_clock'
  | 'pomodoro'
  | 'stopwatch'
  | 'calculator'
  | 'unit_converter'
  | 'dice_roller'
  | 'coin_flip'
  | 'tip_calculator'
  | 'bmi_calculator'
  | 'password_generator'
  | 'color_picker'
  | 'breathing'
  | 'metronome'

/** What a terminal can answer at once is answered; what needs a page to go on says what it is. */
export const widgets: DrawingsOf<Widget> = {
  live_timer({ seconds, label, started_at, stopped_at }, ink) {
    if (stopped_at !== undefined) return headline(ink, label ?? 'Timer', '⏱ stopped')
    const start = started_at === undefined ? ink.now : new Date(started_at)
    const end = new Date(start.getTime() + seconds * 1000)
    const left = (end.getTime() - ink.now.getTime()) / 1000
    return headline(ink, label ?? 'Timer', `⏱ ${formatClock(left)} left, rings at ${timeText(end)}`)
  },

  countdown({ target, label, finished_text }, ink) {
    const seconds = (readMoment(target).getTime() - ink.now.getTime()) / 1000
    return headline(ink, label, seconds > 0 ? `in ${durationText(seconds)}` : (finished_text ?? "It's time."))
  },

  live_clock: ({ places = [{ label: 'Here', time_zone: ownTimeZone() }], hour_format }, ink) =>
    factLines(
      places.map(({ label, time_zone }) => ({ label, value: clockOf(ink.now, time_zone, hour_format) })),
      ink,
    ),

  pomodoro: ({ work_minutes = 25, break_minutes = 5, long_break_minutes = 15, rounds = 4, label }, ink) =>
    headline(
      ink,
      label ?? 'Pomodoro',
      `🍅 ${rounds} rounds of ${work_minutes} min, ${break_minutes} min breaks, then ${long_break_minutes} min`,
    ),

  stopwatch({ label, started_at }, ink) {
    const seconds = started_at === undefined ? 0 : (ink.now.getTime() - Date.parse(started_at)) / 1000
    return headline(ink, label ?? 'Stopwatch', `⏱ ${formatClock(seconds)}`)
  },

  calculator({ expression, result }, ink) {
    if (expression === undefined) return quiet(ink, 'Say what to calculate, for example 17 % of 240.')
    const { value, problem } = calculate(expression)
    const shown = value === undefined ? String(result ?? problem ?? '') : String(withoutDust(value))
    return [`${printable(expression)} = ${ink.style('bold', printable(shown))}`]
  },

  unit_converter({ category = 'length', value = 1, from, to }, ink) {
    const first = findUnit(from, category) ?? unitsByCategory[category][0]
    const units = unitsByCategory[first.category]
    const wanted = findUnit(to, first.category)
    const second = wanted && units.includes(wanted) ? wanted : units.find((unit) => unit !== first)!
    const converted = Number(convert(value, first, second).toPrecision(7))
    return [`${rounded(value)} ${first.symbol} = ${ink.style('bold', String(converted))} ${second.symbol}`]
  },

  dice_roller({ count = 1, sides = 6, modifier = 0, label }, ink) {
    const rolls = Array.from({ length: count }, () => randomInt(sides) + 1)
    const sum = rolls.reduce((total, roll) => total + roll, modifier)
    const added = modifier === 0 ? '' : ` ${modifier > 0 ? '+' : '−'} ${Math.abs(modifier)}`
    const parts = count === 1 && modifier === 0 ? '' : `  (${rolls.join(' + ')}${added})`
    return headline(ink, label ?? `${count}d${sides}`, `🎲 ${sum}${parts}`)
  },

  coin_flip({ count = 1, heads = 'Heads', tails = 'Tails' }, ink) {
    const flips = Array.from({ length: count }, () => (randomInt(2) === 0 ? heads : tails))
    return [`🪙 ${ink.style('bold', printable(flips.join(', ')))}`]
  },

  tip_calculator({ bill, tip_percent = 15, people = 1, currency = 'EUR' }, ink) {
    if (bill === undefined) return quiet(ink, 'Say how much the bill is.')
    const { tip, total, each } = sharesOf({ bill, percent: tip_percent, people }, digitsOf(currency))
    return factLines(
      [
        { label: `Tip ${tip_percent} %`, value: moneyText(tip, currency) },
        { label: 'Total', value: moneyText(total, currency) },
        ...(people > 1 ? [{ label: `Each of ${people}`, value: moneyText(each, currency) }] : []),
      ],
      ink,
    )
  },

  bmi_calculator({ height_cm, weight_kg }, ink) {
    if (height_cm === undefined || weight_kg === undefined) return quiet(ink, 'Say height and weight.')
    const index = bodyMassIndex({ height_cm, weight_kg })
    const { name, tone } = bandOf(index)
    return [`BMI ${ink.style('bold', rounded(index, 1))}  ${toned(ink, tone, name)}`]
  },

  password_generator: (wish, ink) => [ink.style('bold', passwordFor(wish))],

  color_picker({ color = '#3b82f6', palette = [], label }, ink) {
    const colors = [...new Set([color, ...palette])]
    return [...title(ink, label), ...colors.map((each) => `${swatch(each, ink)} ${each}`)]
  },

  breathing({ inhale_s = 4, hold_s = 4, exhale_s = 4, rest_s = 4, cycles = 6, label }, ink) {
    const parts = [
      ['in', inhale_s],
      ['hold', hold_s],
      ['out', exhale_s],
      ['rest', rest_s],
    ] as const
    const steps = parts.filter(([, seconds]) => seconds > 0).map(([name, seconds]) => `${name} ${seconds} s`)
    return headline(ink, label ?? 'Breathing', `${steps.join(' → ')}, ${cycles} times`)
  },

  metronome: ({ bpm = 100, beats_per_bar = 4 }, ink) =>
    headline(ink, 'Metronome', `♩ = ${bpm}, ${beats_per_bar} beats per bar (plays in the browser)`),
}

function headline(ink: Ink, label: string, text: string): Lines {
  return wrapped(`${ink.style('bold', printable(label))}  ${printable(text)}`, ink.width)
}

function clockOf(now: Date, timeZone: string, hours: 'auto' | '24' | '12' = 'auto'): string {
  const format = hours === 'auto' ? {} : { hour12: hours === '12' }
  const look = { weekday: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  return written(now, { ...look, timeZone, ...format }) ?? 'unknown time zone'
}

function passwordFor(wish: NewComponent<'password_generator'>): string {
  const { kind, length = 20, words = 5, uppercase = true, digits = true } = wish
  const { symbols = true, avoid_ambiguous = true } = wish
  const { text } =
    kind === 'passphrase'
      ? newPassphrase({ words, uppercase, digits }, randomInt)
      : newPassword({ length, uppercase, digits, symbols, avoid_ambiguous }, randomInt)
  return text
}

/** A terminal without colours shows the code alone. */
function swatch(color: string, ink: Ink): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const hasColours = ink.style('red', '') !== ''
  return hasColours ? `\u001B[48;2;${red};${green};${blue}m    \u001B[0m` : '■'
}
