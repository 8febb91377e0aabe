import { CodeBlock } from '../view-kit/text/code-block.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function CodeView({
  code,
  language = 'text',
  filename,
  line_numbers = false,
  highlighted_lines = [],
  wrap = false,
}: ViewProps<'code'>) {
  return (
    <CodeBlock
      code={code}
      language={language}
      filename={filename}
      lineNumbers={line_numbers}
      marked={highlighted_lines}
      wrap={wrap}
    />
  )
}
