import { heading, line, faint } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'flashcards'> = ({ title, cards }) => [
  heading(title),
  ...cards.map(({ front, back }) => line({ markdown: front }, faint(' → '), { markdown: back })),
]
