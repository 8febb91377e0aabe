import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, flag, line, passage } from '../members.ts'

export const code = defineComponent({
  type: 'code',
  tier: 0,
  summary: 'Source code, a command or program output, with highlighting and a copy button.',
  props: closed({
    code: passage('The code itself', 100_000),
    language: defaulted(
      Type.String({
        default: 'text',
        pattern: '^[A-Za-z0-9+#._-]+$',
        maxLength: 32,
        description: 'Language of the highlighting, e.g. typescript, bash, diff or text',
      }),
    ),
    filename: Type.Optional(line('File name', 300)),
    line_numbers: flag('Show line numbers', false),
    highlighted_lines: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 500, description: 'Lines to highlight, from 1' }),
    ),
    wrap: flag('Wrap long lines', false),
  }),
  example: { code: 'df -h ~', language: 'bash' },
})
