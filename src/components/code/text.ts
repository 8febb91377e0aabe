import type { Description } from '../description.ts'

export const describe: Description<'code'> = ({
  code,
  filename,
  line_numbers = false,
  highlighted_lines = [],
}) => [
  code === ''
    ? undefined
    : { kind: 'code', code, name: filename, isNumbered: line_numbers, highlighted: highlighted_lines },
]
