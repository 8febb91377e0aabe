import { heading, faint, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

const MARKS = {
  done: { text: '●', look: 'success' },
  active: { text: '◉', look: 'info' },
  planned: { text: '○', look: 'quiet' },
  failed: { text: '✖', look: 'danger' },
} as const

export const describe: Description<'timeline'> = ({ title, items }, { dayOrMoment }) => [
  heading(title),
  list(
    items.map(({ time, title: what, text, status }) => ({
      mark: status === undefined ? '●' : MARKS[status],
      spans: [...(time === undefined ? [] : [faint(isMoment(time) ? dayOrMoment(time) : time), '  ']), what],
      markdown: text,
    })),
    { isChain: true },
  ),
]

function isMoment(time: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(T|$)/.test(time)
}
