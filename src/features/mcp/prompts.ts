import type * as Sdk from '@modelcontextprotocol/server'
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'

/** A saved automation, as far as a prompt tells of it. */
export interface SavedAutomation {
  readonly automation_id: string
  readonly name: string
  readonly description?: string | undefined
  /** A JSON Schema of type object. */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  readonly steps: readonly object[]
}

export interface AutomationShelf {
  /** The newest first. */
  list(): Promise<readonly SavedAutomation[]>
}

interface Input {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly isRequired: boolean
}

const MAX_NAME_LENGTH = 60

export async function listPrompts(automations: AutomationShelf): Promise<Prompt[]> {
  return [...named(await automations.list())].map(([name, saved]) => ({
    name,
    title: saved.name,
    description: saved.description ?? `Do what the automation “${saved.name}” does`,
    arguments: inputsOf(saved).map(({ name: input, schema, isRequired }) => ({
      name: input,
      ...(typeof schema['title'] === 'string' && { title: schema['title'] }),
      ...(typeof schema['description'] === 'string' && { description: schema['description'] }),
      required: isRequired,
    })),
  }))
}

/** What its steps are, with the values of this time: the model takes them with the tools that it has of this server. */
export async function getPrompt(
  automations: AutomationShelf,
  { name, args }: { name: string; args: Readonly<Record<string, string>> },
  sdk: typeof Sdk,
): Promise<GetPromptResult> {
  const saved = await findPrompt(automations, name)
  const refuse = (sentence: string) => new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, sentence)
  if (!saved) throw refuse(`There is no prompt “${name}”. prompts/list names them.`)
  const known = inputsOf(saved)
  const stranger = Object.keys(args).find((given) => !known.some((input) => input.name === given))
  if (stranger !== undefined) throw refuse(`“${stranger}” is no argument of ${name}.`)
  const missing = known.find((input) => input.isRequired && args[input.name] === undefined)
  if (missing) throw refuse(`${name} needs the argument “${missing.name}”.`)
  const inputs = Object.fromEntries(
    known.flatMap((input) => {
      const value = args[input.name] ?? input.schema['default']
      return value === undefined ? [] : [[input.name, value]]
    }),
  )
  return {
    description: saved.description ?? saved.name,
    messages: [{ role: 'user', content: { type: 'text', text: wording(saved, inputs) } }],
  }
}

export async function findPrompt(
  automations: AutomationShelf,
  name: string,
): Promise<SavedAutomation | undefined> {
  return named(await automations.list()).get(name)
}

/** The values that an input can have, where its schema lists them. */
export function choicesOf(saved: SavedAutomation, input: string): string[] {
  const schema = inputsOf(saved).find(({ name }) => name === input)?.schema
  const { enum: listed, type, examples, default: usual } = schema ?? {}
  if (Array.isArray(listed)) return listed.map(String)
  if (type === 'boolean') return ['true', 'false']
  const offered = [...(Array.isArray(examples) ? (examples as unknown[]) : []), usual]
  return [...new Set(offered.filter((value) => value !== undefined && value !== null).map(String))]
}

/** By a name that can be typed after a slash. */
function named(automations: readonly SavedAutomation[]): Map<string, SavedAutomation> {
  const names = new Map<string, SavedAutomation>()
  for (const saved of automations) {
    const plain = saved.name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, MAX_NAME_LENGTH)
    const base = plain === '' ? saved.automation_id : plain
    let free = base
    for (let number = 2; names.has(free); number += 1) free = `${base}_${number}`
    names.set(free, saved)
  }
  return names
}

function inputsOf({ inputs }: SavedAutomation): Input[] {
  const properties = (inputs?.['properties'] ?? {}) as Record<string, Input['schema']>
  const required = (inputs?.['required'] ?? []) as readonly string[]
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name) && schema['default'] === undefined,
  }))
}

function wording({ name, description, variables, steps }: SavedAutomation, inputs: object): string {
  const data = { inputs, ...(variables && { variables }), steps }
  return [
    `Do now what my saved automation “${name}” does.`,
    ...(description === undefined ? [] : [description]),
    'Call the action of each step, in the order of depends_on. $inputs.NAME stands for the input of that name, and $ID ' +
      'for the data that the step with that id answered. Stop and tell me when a step fails.',
    JSON.stringify(data, null, 2),
  ].join('\n\n')
}
