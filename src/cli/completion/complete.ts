import type { CommandCall, Command, CommandOptions, Completes, Verb } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { printable } from '../terminal/text-width.ts'
import { readOperations, flagOf } from '../commands/api-operations.ts'
import { callServiceForJson } from '../running-service.ts'
import { flagName, type ParameterSchema, type ToolParameters } from '../commands/tool-flags.ts'

/** `deskhand complete -- WORDS`: a name a line, with a tab and what it is behind it. */
export async function run(call: CommandCall): Promise<number> {
  const words = call.words[0] === '--' ? call.words.slice(1) : call.words
  const candidates = await candidatesFor(words, call)
  for (const { name, about } of candidates)
    call.terminal.print(about ? `${printable(name)}\t${printable(about)}` : printable(name))
  return exitCode.ok
}

const lookups: Readonly<Record<Completes, Lookup>> = {
  operation: async () => (await readOperations()).map(({ id, summary }) => ({ name: id, about: summary })),

  async tool(call) {
    const answer = await quietly<{ tools: { action: string; title: string }[] }>(call, '/api/tools')
    return (answer?.tools ?? []).map(({ action, title }) => ({ name: action, about: title }))
  },

  async approval(call) {
    const answer = await quietly<{ confirmations: { confirmation_id: string; title: string }[] }>(
      call,
      '/api/confirmations',
    )
    return (answer?.confirmations ?? []).map(({ confirmation_id, title }) => ({
      name: confirmation_id,
      about: title,
    }))
  },

  async 'store key'(call) {
    const answer = await quietly<{ entries: { key: string }[] }>(call, '/api/store?limit=1000')
    return (answer?.entries ?? []).map(({ key }) => ({ name: key }))
  },

  async setting(call) {
    return (await settingsOf(call)).map(({ name, description }) => ({ name, about: description }))
  },

  async plugin(call) {
    const answer = await quietly<{ plugins: { agent: string; title: string }[] }>(call, '/api/plugins')
    return (answer?.plugins ?? []).map(({ agent, title }) => ({ name: agent, about: title }))
  },

  async skill(call) {
    const answer = await quietly<{ skills: { name: string; description: string }[] }>(call, '/api/skills')
    return (answer?.skills ?? []).map(({ name, description }) => ({ name, about: description }))
  },

  async workflow(call) {
    const answer = await quietly<{
      workflows: { workflow_id: string; name: string | null; status: string }[]
    }>(call, '/api/workflows?limit=100')
    return (answer?.workflows ?? []).map(({ workflow_id, name, status }) => ({
      name: workflow_id,
      about: `${status} ${name ?? ''}`.trim(),
    }))
  },

  async schedule(call) {
    const answer = await quietly<{ schedules: { schedule_id: string; name: string | null }[] }>(
      call,
      '/api/schedules',
    )
    const ids = (answer?.schedules ?? []).map(({ schedule_id, name }) => ({
      name: schedule_id,
      about: name ?? '',
    }))
    return [...['list', 'pause', 'resume', 'delete'].map((name) => ({ name })), ...ids]
  },

  async timer(call) {
    const answer = await quietly<{ timers: { timer_id: string; kind: string; label: string | null }[] }>(
      call,
      '/api/timers',
    )
    return (answer?.timers ?? []).map(({ timer_id, kind, label }) => ({
      name: timer_id,
      about: label ?? kind,
    }))
  },

  async recording(call) {
    const path = '/api/computer/recordings'
    const answer = await quietly<{ recordings: { task_id: string; task: string }[] }>(call, path)
    return (answer?.recordings ?? []).map(({ task_id, task }) => ({ name: task_id, about: task }))
  },
}

interface Candidate {
  readonly name: string
  readonly about?: string
}

type Asker = Pick<CommandCall, 'flags' | 'environment' | 'reach' | 'commands'>

/** What the last of the words could become. */
async function candidatesFor(words: readonly string[], call: Asker): Promise<Candidate[]> {
  const begun = words.at(-1) ?? ''
  const found = await allCandidates(words.slice(0, -1), begun, call)
  return found.filter(({ name }) => name.toLowerCase().startsWith(begun.toLowerCase()))
}

async function allCandidates(before: readonly string[], begun: string, call: Asker): Promise<Candidate[]> {
  const [name, ...rest] = before
  const { commands } = call
  if (name === undefined) return [...commands.map(toCandidate), { name: 'help', about: 'Show help' }]
  if (name === 'help') return commands.map(toCandidate)
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) return []
  const offer = command.ownFlags ? ofSchema : ofCommand
  const [, flag, equals = ''] = /^(--[\w-]+)(=)/.exec(begun) ?? [undefined, rest.at(-1)]
  const values = flag?.startsWith('-') ? await valuesOf(flag, { command, rest }, call) : undefined
  if (values) return values.map((value) => ({ name: equals === '' ? value : `${flag}=${value}` }))
  return offer(command, { rest, begun }, call)
}

/** What the value of a flag can be; undefined for one that takes none, or that is not known. */
async function valuesOf(
  flag: string,
  { command, rest }: { command: Command; rest: readonly string[] },
  call: Asker,
): Promise<readonly string[] | undefined> {
  const verb = command.verbs?.find((candidate) => candidate.name === rest[0])
  const options: CommandOptions = { ...verb?.options, ...command.options }
  const own = Object.entries(options).find(
    ([name, { short }]) => flag === `--${name}` || (short !== undefined && flag === `-${short}`),
  )?.[1]
  if (own) return own.type === 'boolean' ? undefined : (own.choices ?? [])
  const properties = command.completes === 'tool' && rest[0] ? await propertiesOf(rest[0], call) : {}
  const schema = Object.entries(properties).find(([name]) => flag === `--${flagName(name)}`)?.[1]
  return schema && schema.type !== 'boolean' ? choicesIn(schema) : undefined
}

function choicesIn({ enum: values, items, type }: ParameterSchema): readonly string[] {
  if (type === 'boolean') return ['true', 'false']
  return (values ?? items?.enum ?? []).map(String)
}

interface Typed {
  readonly rest: readonly string[]
  readonly begun: string
}

async function ofCommand(command: Command, { rest, begun }: Typed, call: Asker): Promise<Candidate[]> {
  const verb = command.verbs?.find((candidate) => candidate.name === rest[0])
  if (begun.startsWith('-')) return flagCandidates({ ...verb?.options, ...command.options })
  const words = rest.filter((word) => !word.startsWith('-'))
  if (words.length > 0 || !(command.verbs || command.choices)) return ofWords(command, { verb, words }, call)
  return command.verbs?.map(toCandidate) ?? command.choices!.map((name) => ({ name }))
}

/** A name is completed once, but what is done with a schedule stands before its name. What is new has none yet. */
async function ofWords(
  command: Command,
  { verb, words }: { verb: Verb | undefined; words: readonly string[] },
  call: Asker,
): Promise<Candidate[]> {
  const [first, named] = words
  if (command.name === 'settings' && first === 'set' && named !== undefined) return settingValues(named, call)
  const { completes } = verb ?? command
  const before = (verb || command.choices ? 1 : 0) + (completes === 'schedule' ? 1 : 0)
  return words.length > before || first === 'new' ? [] : ofService(completes, call)
}

function toCandidate({ name, summary }: Command | Verb): Candidate {
  return { name, about: summary }
}

function flagCandidates(options: CommandOptions): Candidate[] {
  return [
    ...Object.entries(options).map(([name, { about }]) => ({ name: `--${name}`, about })),
    { name: '--help', about: 'Show help' },
  ]
}

/** A tool or an operation, then its own flags. */
async function ofSchema(
  { completes, options }: Command,
  { rest, begun }: Typed,
  call: Asker,
): Promise<Candidate[]> {
  const [called] = rest
  if (called === undefined)
    return begun.startsWith('-') ? flagCandidates(options) : ofService(completes, call)
  if (!begun.startsWith('-')) return []
  const own = completes === 'tool' ? await toolFlags(called, call) : await operationFlags(called)
  return [...own, ...flagCandidates(options)]
}

async function toolFlags(action: string, call: Asker): Promise<Candidate[]> {
  return Object.entries(await propertiesOf(action, call)).map(([name, { description }]) => ({
    name: `--${flagName(name)}`,
    ...(description !== undefined && { about: description }),
  }))
}

async function propertiesOf(action: string, call: Asker): Promise<NonNullable<ToolParameters['properties']>> {
  const tool = await quietly<{ parameters: ToolParameters }>(call, `/api/tools/${encodeURIComponent(action)}`)
  return tool?.parameters.properties ?? {}
}

async function settingValues(name: string, call: Asker): Promise<Candidate[]> {
  const found = (await settingsOf(call)).find((setting) => setting.name === name)
  return choicesIn(found?.schema ?? {}).map((value) => ({ name: value }))
}

interface DescribedSetting {
  readonly name: string
  readonly description: string
  readonly schema: ParameterSchema
}

async function settingsOf(call: Asker): Promise<readonly DescribedSetting[]> {
  const path = '/api/settings/schema'
  return (await quietly<{ settings: DescribedSetting[] }>(call, path))?.settings ?? []
}

async function operationFlags(id: string): Promise<Candidate[]> {
  const operation = (await readOperations()).find((candidate) => candidate.id === id)
  if (!operation) return []
  return [
    ...operation.parameters.map((parameter) => `--${flagOf(parameter)}`),
    ...Object.keys(operation.body?.members ?? {}).map((member) => `--${member}`),
  ].map((name) => ({ name }))
}

type Lookup = (call: Asker) => Promise<Candidate[]>

async function ofService(completes: Completes | undefined, call: Asker): Promise<Candidate[]> {
  return completes === undefined ? [] : lookups[completes](call)
}

/** Somebody who presses Tab wants no complaint: without a service there is nothing to offer. */
async function quietly<Answer>(call: Asker, path: string): Promise<Answer | undefined> {
  try {
    return await callServiceForJson<Answer>(call, { method: 'GET', path, signal: AbortSignal.timeout(1000) })
  } catch {
    return undefined
  }
}
