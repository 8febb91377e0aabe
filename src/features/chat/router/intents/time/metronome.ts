import { readNumbers } from '../../../../../platform/language/values/numbers.ts'
import { numberOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'

const [SLOWEST, FASTEST] = [20, 300]

export const intent = defineIntent({
  name: 'metronome',
  label: 'Metronome',
  example: 'Metronome at 90 bpm',
  effect: 'starts',
  slots: { bpm: optional.number, beats_per_bar: optional.number },
  templates: [
    '[<start>|show [me]] [<a>] (metronome|click track) [{bar:bar} [time]] [(at|to|of|with|on) {bpm:number} [<beats>]|{bpm:number} [<beats>]] [in {bar:bar} [time]]',
    '[<start>] [<a>] {bpm:number} <beats> metronome',
    '(<start> [<a>] (beat|tempo|click)|tick|click|beat) (at|of) {bpm:number} <beats>',
    '{bpm:number} bpm',
  ],
  examples: [
    '(start|open|give me) a metronome [at {number} bpm]',
    '(set|tap) a beat (of|at) {number} (bpm|beats per minute)',
    '{number} beats per minute',
    'keep time at {number} bpm',
  ],
  fill: beatOf,
  read: ({ text }) => beatOf({ bpm: readNumbers(text).find(isTempo) }),
})

function beatOf(captured: Readonly<Record<string, unknown>>) {
  const bpm = numberOf(captured, 'bpm')
  return {
    bpm: bpm !== undefined && isTempo(bpm) ? bpm : undefined,
    beats_per_bar: numberOf(captured, 'bar'),
  }
}

function isTempo(value: number): boolean {
  return value >= SLOWEST && value <= FASTEST
}
