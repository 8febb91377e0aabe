import { plain, inBrowser } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

const ROW = '· │ · │ ·'
const RULE = '──┼───┼──'

export const describe: Description<'tic_tac_toe'> = () => [
  plain([ROW, RULE, ROW, RULE, ROW].join('\n')),
  inBrowser,
]
