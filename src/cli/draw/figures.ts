import { valueText } from '../../contract/text/numbers.ts'
import { printable } from '../terminal/text-width.ts'
import { blockBar, sparks } from './blocks.ts'
import type { DrawingsOf } from './drawing.ts'
import { quiet, toned, type Ink, type Tone } from './ink.ts'
import { numberText } from './number-text.ts'

const BAR = 24

export const figures: DrawingsOf<'metric' | 'gauge' | 'progress' | 'sparkline'> = {
  metric({ label, value, format, currency, decimals, unit, values, ...change }, ink) {
    const figure = valueText(value, { format, currency, decimals, unit })
    return [
      ink.style('gray', printable(label)),
      `${ink.style('bold', printable(figure))}${changeText(change, ink)}`,
      ...(values && values.length > 1 ? [ink.style('cyan', sparks(values, BAR))] : []),
    ]
  },

  gauge({ label, value, min = 0, max = 100, unit, decimals, thresholds = [] }, ink) {
    const share = (value - min) / (max - min || 1)
    const tone = thresholds.findLast(({ from }) => value >= from)?.tone ?? 'info'
    return [
      ink.style('gray', printable(label)),
      `${toned(ink, tone, blockBar(share, BAR))} ${numberText(value, { unit, decimals })}`,
    ]
  },

  progress({ value, max = 100, label, text, tone = 'info' }, ink) {
    const share = value === undefined ? undefined : value / max
    const said = text ?? (share === undefined ? 'in progress' : `${Math.round(share * 100)} %`)
    const look: Tone = tone === 'neutral' ? 'info' : tone
    return [
      ...(label === undefined ? [] : [printable(label)]),
      `${toned(ink, look, share === undefined ? '░'.repeat(BAR) : blockBar(share, BAR))} ${printable(said)}`,
    ]
  },

  sparkline({ values, label, unit, tone = 'info' }, ink) {
    const known = values.filter((value) => value !== null)
    const last = known.at(-1)
    return [
      ...quiet(ink, label),
      `${toned(ink, tone === 'neutral' ? 'info' : tone, sparks(values, Math.min(60, ink.width - 12)))} ${last === undefined ? '' : numberText(last, { unit })}`,
    ]
  },
}

interface Change {
  readonly change?: number
  readonly change_unit?: string
  readonly change_label?: string
  readonly higher_is?: 'neutral' | 'good' | 'bad'
}

function changeText({ change, change_unit, change_label, higher_is = 'neutral' }: Change, ink: Ink): string {
  if (change === undefined) return ''
  const arrow = change > 0 ? '▲' : change < 0 ? '▼' : '■'
  const text = `${arrow} ${numberText(Math.abs(change), { unit: change_unit })}`
  const isGood = change > 0 === (higher_is === 'good')
  const look = higher_is === 'neutral' || change === 0 ? 'gray' : isGood ? 'green' : 'red'
  return `  ${ink.style(look, text)}${change_label ? ` ${ink.style('gray', printable(change_label))}` : ''}`
}
