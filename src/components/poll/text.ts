import { heading, faint, list, inBrowser } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'poll'> = ({ question, options }) => {
  const total = options.reduce((sum, { votes = 0 }) => sum + votes, 0)
  return [
    heading(question),
    list(
      options.map(({ label, votes = 0 }) => ({
        mark: '○',
        spans: [
          `${label} `,
          ...(total === 0 ? [] : [{ bar: votes / total, columns: 20, tone: 'info' as const }, ' ']),
          faint(String(votes)),
        ],
      })),
    ),
    inBrowser,
  ]
}
