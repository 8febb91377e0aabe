import { useState } from 'react'
import { Switch, TextArea } from '../../../src/components/view-kit/controls/controls.tsx'
import { SchemaFields, type JsonSchema } from '../../../src/components/view-kit/controls/schema-form.tsx'

type Values = Readonly<Record<string, unknown>>

interface ArgumentsEditorProps {
  readonly schema: JsonSchema | undefined
  readonly args: Values
  readonly onChange: (args: Values) => void
}

/** The arguments of a step: a field for each, or all of them as JSON. */
export function ArgumentsEditor({ schema, args, onChange }: ArgumentsEditorProps) {
  const [wantsJson, setWantsJson] = useState(false)
  const hasFields = Object.keys(schema?.properties ?? {}).length > 0
  return (
    <div className="flex flex-col gap-3">
      {schema && hasFields && !wantsJson ? (
        <SchemaFields schema={schema} values={args} onChange={onChange} />
      ) : (
        <JsonArguments args={args} onChange={onChange} />
      )}
      {hasFields && (
        <Switch
          label="Write the arguments as JSON"
          help="In JSON, text like $find.files stands for the value of an earlier step, anywhere."
          checked={wantsJson}
          onChange={setWantsJson}
        />
      )}
    </div>
  )
}

function JsonArguments({ args, onChange }: Omit<ArgumentsEditorProps, 'schema'>) {
  const [text, setText] = useState(() => JSON.stringify(args, null, 2))
  const [problem, setProblem] = useState<string>()
  const read = (entered: string) => {
    setText(entered)
    const found = readObject(entered)
    setProblem(found ? undefined : 'Not a valid JSON object yet.')
    if (found) onChange(found)
  }
  return (
    <TextArea
      label="Arguments"
      problem={problem}
      className="font-mono text-sm"
      rows={4}
      spellCheck={false}
      value={text}
      onChange={(event) => read(event.target.value)}
    />
  )
}

function readObject(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Values)
      : undefined
  } catch {
    return undefined
  }
}
