import { bold, list } from '../../contract/text/blocks.ts'
import { bytesText } from '../../contract/text/numbers.ts'
import type { Description } from '../description.ts'

const MAX_LINES = 10

export const describe: Description<'file'> = (
  { name, path, url, size_bytes, modified_at, preview },
  { moment, isShared },
) => [
  list([
    {
      mark: '📄',
      spans: [bold(name), size_bytes === undefined ? '' : `  ${bytesText(size_bytes)}`],
      detail: [isShared ? url : (path ?? url), modified_at && moment(modified_at)].filter(Boolean).join('\n'),
    },
  ]),
  preview && !isShared
    ? { kind: 'code', code: preview.split('\n').slice(0, MAX_LINES).join('\n') }
    : undefined,
]
