import { readOperations, flagOf } from '../api-operations.ts'
import type { Command, CommandCall, CommandOptions, Completes, Verb } from '../command.ts'
import { commands } from '../commands.ts'
import { callServiceForJson } from '../running-service.ts'
import { flagName, type ToolParameters } from '../tool-flags.ts'

export interface Candidate {
  readonly name: string
  readonly about?: string
}

type Asker = Pick<CommandCall, 'flags' | 'environment' | 'reach'>

/** What the last of the words could become. */
export async function candidatesFor(words: readonly string[], call: Asker): Promise<Candidate[]> {
  const begun = words.at(-1) ?? ''
  const found = await allCandidates(words.slice(0, -1), begun, call)
  return found.filter(({ name }) => name.toLowerCase().startsWith(begun.toLowerCase()))
}

async function allCandidates(before: readonly string[], begun: string, call: Asker): Promise<Candidate[]> {
  const [name, ...rest] = before
  if (name === undefined) return [...commands.map(toCandidate), { name: 'help', about: 'Say what there is' }]
  if (name === 'help') return commands.map(toCandidate)
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) return []
  return command.ownFlags
    ? ofSchema(command, { rest, begun }, call)
    : ofCommand(command, { rest, begun }, call)
}

interface Typed {
  readonly rest: readonly string[]
  readonly begun: string
}

async function ofCommand(command: Command, { rest, begun }: Typed, call: Asker): Promise<Candidate[]> {
  const verb = command.verbs?.find((candidate) => candidate.name === rest[0])
  if (begun.startsWith('-')) return flagCandidates({ ...verb?.options, ...command.options })
  if (command.verbs && rest.length === 0) return command.verbs.map(toCandidate)
  if (command.choices) return rest.length === 0 ? command.choices.map((choice) => ({ name: choice })) : []
  return ofService((verb ?? command).completes, call)
}

function toCandidate({ name, summary }: Command | Verb): Candidate {
  return { name, about: summary }
}

function flagCandidates(options: CommandOptions): Candidate[] {
  return [
    ...Object.entries(options).map(([name, { about }]) => ({ name: `--${name}`, about })),
    { name: '--help', about: 'Say what it takes' },
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
  const tool = await quietly<{ parameters: ToolParameters }>(call, `/api/tools/${encodeURIComponent(action)}`)
  return Object.entries(tool?.parameters.properties ?? {}).map(([name, { description }]) => ({
    name: `--${flagName(name)}`,
    ...(description !== undefined && { about: description }),
  }))
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

const lookups: Readonly<Record<Completes, Lookup>> = {
  operation: async () => (await readOperations()).map(({ id, summary }) => ({ name: id, about: summary })),

  async tool(call) {
    const answer = await quietly<{ tools: { action: string; title: string }[] }>(call, '/api/tools')
    return (answer?.tools ?? []).map(({ action, title }) => ({ name: action, about: title }))
  },

  async 'store key'(call) {
    const answer = await quietly<{ entries: { key: string }[] }>(call, '/api/store?limit=1000')
    return (answer?.entries ?? []).map(({ key }) => ({ name: key }))
  },

  async setting(call) {
    const path = '/api/settings/schema'
    const answer = await quietly<{ settings: { name: string; description: string }[] }>(call, path)
    return (answer?.settings ?? []).map(({ name, description }) => ({ name, about: description }))
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
      '/api/workflows/recurring',
    )
    const ids = (answer?.schedules ?? []).map(({ schedule_id, name }) => ({
      name: schedule_id,
      about: name ?? '',
    }))
    return [...['list', 'pause', 'resume', 'delete'].map((name) => ({ name })), ...ids]
  },
}

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
