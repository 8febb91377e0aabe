import { toned, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'toggle'> = ({ label, value = false, help }) => [
  list([{ mark: value ? toned('success', '[x]') : '[ ]', spans: [label], detail: help }]),
]
