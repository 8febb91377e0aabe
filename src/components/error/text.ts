import { plain, quiet, boldLine, notice } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'error'> = ({ title, message, setting, raw }, { isShared }) => [
  notice('danger', [
    boldLine(title),
    plain(message),
    ...(isShared ? [] : [quiet(setting && `deskhand settings set ${setting}`), quiet(raw)]),
  ]),
]
