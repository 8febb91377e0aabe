import { useMemo } from 'react'
import { Card } from '../../../../src/components/view-kit/card.tsx'
import { Children } from '../../../../src/components/view-kit/components.tsx'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { CodeBlock } from '../../../../src/components/view-kit/text/code-block.tsx'
import type { Component } from '../../../../src/contract/component-schema.ts'
import { resultParts } from './result-parts.ts'

/** What a tool answered, as tables and facts; the JSON is there for who wants it. */
export function ToolResult({
  result: { success, message, data },
}: {
  result: AnswerOf<'POST /execute_tool'>
}) {
  const { confirmation } = (data ?? {}) as { confirmation?: Component }
  // What a failure says is in its message.
  const parts = useMemo(() => (success ? resultParts(data) : []), [success, data])
  return (
    <>
      <Card title={success ? 'Done' : 'Failed'} className="flex flex-col gap-3">
        <p role="status" className={success ? 'text-good' : 'text-bad'}>
          {message}
        </p>
        {confirmation && <Children items={[confirmation]} />}
        <details>
          <summary className="min-h-9 cursor-pointer text-sm text-ink-2">More: the result as JSON</summary>
          <CodeBlock code={JSON.stringify(data, null, 2)} language="json" />
        </details>
      </Card>
      {parts.length > 0 && (
        <section aria-label="Result" className="flex min-w-0 flex-col gap-3 wide:col-span-2">
          <Children items={parts} />
        </section>
      )}
    </>
  )
}
