import type { Static } from '../../contract/type.ts'
import type { Tone as ToneSchema } from '../members.ts'

export type Tone = Static<typeof ToneSchema>

/** Colour of text and icons that mean something. */
export const toneText: Record<Tone, string> = {
  neutral: 'text-ink-2',
  info: 'text-accent',
  success: 'text-good',
  warning: 'text-warn',
  danger: 'text-bad',
}

/** A quiet ground with text on it. */
export const toneSoft: Record<Tone, string> = {
  neutral: 'bg-surface-2 text-ink-2',
  info: 'bg-accent-soft text-accent',
  success: 'bg-good-soft text-good',
  warning: 'bg-warn-soft text-warn',
  danger: 'bg-bad-soft text-bad',
}

/** A full ground: bars, dots and the like. */
export const toneFill: Record<Tone, string> = {
  neutral: 'bg-accent',
  info: 'bg-accent',
  success: 'bg-good',
  warning: 'bg-warn',
  danger: 'bg-bad',
}

/** For lines that are drawn, as the value of a CSS colour. */
export const toneColor: Record<Tone, string> = {
  neutral: 'var(--accent)',
  info: 'var(--accent)',
  success: 'var(--good)',
  warning: 'var(--warn)',
  danger: 'var(--bad)',
}

/** Colours that belong together in a chart, in order. */
export function chartColor(index: number): string {
  return `var(--chart-${(index % 8) + 1})`
}
