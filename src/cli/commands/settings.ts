import type { ResultOf } from '../../contract/endpoint.ts'
import type { settingsContract } from '../../features/settings/contract.ts'
import { closestName } from '../terminal/closest-name.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { givenText, jsonOrText } from './given-text.ts'
import { callServiceForJson } from '../running-service.ts'
import type { modelsContract } from '../../features/models/contract.ts'

type Values = ResultOf<(typeof settingsContract)['get']>
type Setting = ResultOf<(typeof settingsContract)['schema']>['settings'][number]

export async function run(call: CommandCall): Promise<number> {
  const { settings } = await callServiceForJson<{ settings: Setting[] }>(call, {
    method: 'GET',
    path: '/api/settings/schema',
  })
  if (call.verb === 'list') return list(settings, call)
  const setting = settingNamed(call.positionals[0], settings)
  if (call.verb === 'get') return get(setting, call)
  const value = call.verb === 'unset' ? null : await valueFor(setting, call)
  if (setting.name === 'LLM_API_KEY' && value !== null && call.flags['untried'] !== true)
    await assertKeyWorks(value, await readValues(call), call)
  return update(setting, value, call)
}

function settingNamed(name: string | undefined, settings: readonly Setting[]): Setting {
  if (name === undefined)
    throw new CommandError('Give the name of a setting. "deskhand settings list" lists them.', exitCode.usage)
  const wanted = name.toUpperCase()
  const setting = settings.find((candidate) => candidate.name === wanted)
  if (setting) return setting
  const closest = closestName(
    wanted,
    settings.map((candidate) => candidate.name),
  )
  throw new CommandError(
    `Unknown setting "${name}".${closest ? ` Did you mean ${closest}?` : ' "deskhand settings list" lists them.'}`,
    exitCode.usage,
  )
}

async function list(settings: readonly Setting[], call: CommandCall): Promise<number> {
  const { terminal } = call
  const values = await readValues(call)
  const [words] = call.positionals
  const found = settings.filter(
    ({ name, label, group, description }) =>
      words === undefined ||
      `${name} ${label} ${group} ${description}`.toLowerCase().includes(words.toLowerCase()),
  )
  terminal.result(Object.fromEntries(found.map(({ name }) => [name, values[name]])), () =>
    terminal.table(
      ['setting', 'value', 'from', ''],
      found.map(({ name, source, description }) => [
        name,
        { text: valueText(values[name]), style: source === 'default' ? 'gray' : 'cyan' },
        source === 'default' ? '' : source,
        description,
      ]),
      { wrapLast: true },
    ),
  )
  return exitCode.ok
}

function readValues(call: CommandCall): Promise<Values> {
  return callServiceForJson<Values>(call, { method: 'GET', path: '/api/settings' })
}

/** Nothing but the value goes to the output, so that a script can take it from there. */
async function get({ name }: Setting, call: CommandCall): Promise<number> {
  const value = (await readValues(call))[name] ?? null
  call.terminal.result({ [name]: value }, () => (value === null ? '' : valueText(value)))
  if (value !== null) return exitCode.ok
  call.terminal.hint(`${name} isn't set.`)
  return exitCode.failed
}

/** A secret is better not typed on the command line, where the history of the shell keeps it. */
async function valueFor(setting: Setting, call: CommandCall): Promise<unknown> {
  const [, given] = call.positionals
  if (given !== undefined) return fitted(await givenText(given, call), setting)
  if (!call.terminal.canAsk) return fitted((await call.readInput()).trim(), setting)
  const typed = await call.terminal.askSecret(`${setting.name} (hidden): `)
  if (typed === undefined) throw new CommandError('Nothing was changed.', exitCode.interrupted)
  return fitted(typed, setting)
}

/** What the schema wants as text stays text, so that a token of digits is no number. */
function fitted(text: string, { schema }: Setting): unknown {
  const { type, enum: choices } = schema as { type?: string | string[]; enum?: unknown[] }
  const types = [type ?? []].flat()
  const isText = types.includes('string') || (choices?.every((choice) => typeof choice === 'string') ?? false)
  const value = jsonOrText(text)
  if (isText && !(types.length > 1 && typeof value !== 'string')) return text
  if (typeof value === 'string' && types.includes('array')) return text.split(',').map((part) => part.trim())
  return value
}

async function update({ name, secret }: Setting, value: unknown, call: CommandCall): Promise<number> {
  const body = JSON.stringify({ [name]: value })
  const values = await callServiceForJson<Values>(call, { method: 'POST', path: '/api/settings', body })
  const now = values[name] ?? null
  call.terminal.result({ [name]: now }, () => {
    if (value === null) return `${name} is back to its default${now === null ? '' : `, ${valueText(now)}`}.`
    return secret ? `${name} is set.` : `${name} is ${valueText(now)}.`
  })
  return exitCode.ok
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type Trial = ResultOf<(typeof modelsContract)['test']>

/** Tries the key of a model where it would be used, before it is kept. Without a model there is nothing to try it with. */
async function assertKeyWorks(
  api_key: unknown,
  settings: Readonly<Record<string, unknown>>,
  call: CommandCall,
): Promise<void> {
  if (settings['LLM_PROVIDER'] === null || settings['LLM_MODEL'] === null) return
  using _progress = call.terminal.progress('Trying the key')
  const { ok, message } = await callServiceForJson<Trial>(call, {
    method: 'POST',
    path: '/api/llm/test',
    body: JSON.stringify({ api_key }),
  })
  if (ok) return
  throw new CommandError(
    `Couldn't save the key. ${message} Use --untried to save it anyway.`,
    exitCode.failed,
  )
}
