import { useEffect, useState } from 'react'
import { Button } from '../view-kit/controls/controls.tsx'
import { leadToWrongField, SchemaFields, type JsonSchema } from '../view-kit/controls/schema-form.tsx'
import { reasonOf, useService } from '../view-kit/service.ts'
import { Skeleton } from '../view-kit/states.tsx'

type Values = Readonly<Record<string, unknown>>

interface CallEditorProps {
  readonly action: string
  readonly args: Values
  readonly onDone: (args: Values) => void
  readonly onCancel: () => void
}

/** The arguments of one call as fields of its tool. */
export function CallEditor({ action, args, onDone, onCancel }: CallEditorProps) {
  const { schema, problem } = useSchema(action)
  const [values, setValues] = useState(args)
  if (problem !== undefined)
    return (
      <p role="alert" className="text-sm text-bad">
        {problem}
      </p>
    )
  if (!schema) return <Skeleton height={120} />
  return (
    <form
      className="flex flex-col gap-3"
      // What is typed here answers nothing.
      onKeyDown={(event) => event.stopPropagation()}
      onSubmit={(event) => {
        event.preventDefault()
        if (!leadToWrongField(event.currentTarget)) onDone(values)
      }}
    >
      <SchemaFields schema={schema} values={values} onChange={setValues} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Keep changes</Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function useSchema(action: string): { schema?: JsonSchema; problem?: string } {
  const service = useService()
  const [found, setFound] = useState<{ schema?: JsonSchema; problem?: string }>({})
  useEffect(() => {
    const asking = new AbortController()
    service
      .call('GET /api/tools/:action', { params: { action }, signal: asking.signal })
      .then(({ parameters }) => setFound({ schema: parameters }))
      .catch((error: unknown) => {
        if (!asking.signal.aborted) setFound({ problem: reasonOf(error) })
      })
    return () => asking.abort()
  }, [service, action])
  return found
}
