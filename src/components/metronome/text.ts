import { headline } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'metronome'> = ({ bpm = 100, beats_per_bar = 4 }) => [
  headline('Metronome', `♩ = ${bpm}, ${beats_per_bar} beats per bar (plays in the browser)`),
]
