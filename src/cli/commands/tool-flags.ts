import { isAbsolute, join } from 'node:path'
import { parseArgs } from 'node:util'
import { closestName } from '../terminal/closest-name.ts'
import { CommandError, flagError } from '../command-error.ts'
import type { CommandContext } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { givenText } from './given-text.ts'

/** As much of a JSON Schema as flags are made of. */
export interface ParameterSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: ParameterSchema
}

export interface ToolParameters {
  readonly properties?: Readonly<Record<string, ParameterSchema>>
  readonly required?: readonly string[]
}

/** What `run` itself takes, beside the arguments of the tool. */
export const ownFlags = {
  args: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  home: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export interface ToolFlags {
  readonly args: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
}

type Reading = Pick<CommandContext, 'readInput' | 'readFile' | 'folder'>

/** `--path a.txt --tag one --tag two --no-overwrite` as the arguments of a tool. */
export async function readToolFlags(
  action: string,
  words: readonly string[],
  { parameters, reading }: { parameters: ToolParameters; reading: Reading },
): Promise<ToolFlags> {
  const properties = parameters.properties ?? {}
  const given = parse(action, words, properties)
  const args = inFolderAll(await wholeArgs(given['args'], reading), properties, reading.folder)
  for (const [name, schema] of Object.entries(properties)) {
    const value = given[flagName(name)]
    if (value !== undefined) args[name] = await valueOf({ name, schema, value }, reading)
  }
  const missing = (parameters.required ?? []).find(
    (name) => args[name] === undefined && properties[name]?.default === undefined,
  )
  if (missing !== undefined && given['help'] !== true)
    throw new CommandError(
      `--${flagName(missing)} is required. ${properties[missing]?.description ?? ''}`.trim(),
      exitCode.usage,
    )
  const flags = Object.fromEntries(
    Object.keys(ownFlags).map((name) => [name, given[name] as string | boolean | undefined]),
  )
  return { args, flags }
}

/** Where a tool has an argument of the same name as a flag of ours, the tool's is written with a dash behind it. */
export function flagName(name: string): string {
  const written = name.replaceAll('_', '-')
  return Object.hasOwn(ownFlags, written) ? `${written}-` : written
}

type Given = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>

function parse(
  action: string,
  words: readonly string[],
  properties: ToolParameters['properties'] = {},
): Given {
  const own = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      flagName(name),
      isFlag(schema)
        ? { type: 'boolean' as const }
        : { type: 'string' as const, multiple: typesOf(schema).includes('array') },
    ]),
  )
  // Underscores are accepted as well: they are what the tool itself calls its arguments.
  const spelt = words.map((word) =>
    word.replace(/^--[\w-]+/, (flag) => `--${flag.slice(2).replaceAll('_', '-')}`),
  )
  try {
    return parseArgs({ args: spelt, options: { ...own, ...ownFlags }, allowNegative: true }).values
  } catch (error) {
    throw flagError(error, adviceFor(error, { action, names: Object.keys(own) }))
  }
}

function adviceFor(error: unknown, { action, names }: { action: string; names: readonly string[] }): string {
  const unknown = /^Unknown option '--([\w-]+)'/.exec(error instanceof Error ? error.message : '')?.[1]
  const closest = unknown === undefined ? undefined : closestName(unknown, names)
  return closest ? `Did you mean "--${closest}"?` : `"deskhand run ${action} --help" shows what it takes.`
}

function isFlag(schema: ParameterSchema): boolean {
  return schema.type === 'boolean'
}

export function typesOf({ type }: ParameterSchema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type
}

async function wholeArgs(given: Given[string], reading: Reading): Promise<Record<string, unknown>> {
  if (typeof given !== 'string') return {}
  const value = asJson('--args', await givenText(given, reading))
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new CommandError('--args takes a JSON object, such as {"path":"~/notes.md"}.', exitCode.usage)
}

interface Argument {
  readonly name: string
  readonly schema: ParameterSchema
  readonly value: NonNullable<Given[string]>
}

async function valueOf({ name, schema, value }: Argument, reading: Reading): Promise<unknown> {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string')
    return oneValue({ name, schema, text: await givenText(value, reading) }, reading)
  const [only] = value
  // A whole list as JSON, where nothing was repeated.
  if (value.length === 1 && typeof only === 'string' && only.trimStart().startsWith('['))
    return inFolderEach(asJson(`--${flagName(name)}`, only), schema, reading.folder)
  return Promise.all(
    value.map(async (each) => {
      return oneValue({ name, schema: itemOf(schema), text: await givenText(String(each), reading) }, reading)
    }),
  )
}

function oneValue(
  { name, schema, text }: { name: string; schema: ParameterSchema; text: string },
  { folder }: Reading,
): unknown {
  const types = typesOf(schema)
  if (types.includes('string')) return inFolder(text, schema, folder)
  if (types.length === 0 || types.includes('object') || types.includes('array'))
    return asJsonOrText(name, schema, text)
  if (types.includes('number') || types.includes('integer')) return asNumber(name, text)
  return asJson(`--${flagName(name)}`, text)
}

/** Tools take whole paths, since a service has no folder that it is in; the shell has one. */
function inFolder(text: string, schema: ParameterSchema, folder: string): string {
  if (!isPath(schema) || text === '' || isAbsolute(text) || text.startsWith('~')) return text
  return join(folder, text)
}

/** The items of a list are described by the list where they say nothing themselves. */
function itemOf({ items = {}, description = '' }: ParameterSchema): ParameterSchema {
  return { ...items, description: items.description ?? description }
}

function inFolderEach(value: unknown, schema: ParameterSchema, folder: string): unknown {
  if (typeof value === 'string') return inFolder(value, schema, folder)
  if (!Array.isArray(value)) return value
  return value.map((item: unknown) =>
    typeof item === 'string' ? inFolder(item, itemOf(schema), folder) : item,
  )
}

function inFolderAll(
  args: Readonly<Record<string, unknown>>,
  properties: NonNullable<ToolParameters['properties']>,
  folder: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, inFolderEach(value, properties[name] ?? {}, folder)]),
  )
}

/** A path on this machine says so, or has one as its default; the paths of a repository do neither. */
function isPath({ description = '', default: initially }: ParameterSchema): boolean {
  return /absolute path/i.test(description) || (typeof initially === 'string' && initially.startsWith('~'))
}

function asNumber(name: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new CommandError(`--${flagName(name)} takes a number, not "${text}".`, exitCode.usage)
}

function asJsonOrText(name: string, schema: ParameterSchema, text: string): unknown {
  if (typesOf(schema).length > 0) return asJson(`--${flagName(name)}`, text)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function asJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${flag} takes JSON. In a shell, put it in single quotes.`, exitCode.usage)
  }
}
