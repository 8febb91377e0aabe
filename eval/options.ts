import { matchesGlob } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../src/contract/errors.ts'
import { isProviderName, providers } from '../src/features/models/providers/providers.ts'
import type { TriedModel } from './template.ts'
import type { Wish } from './wish.ts'

export interface Options {
  readonly model: TriedModel
  readonly wishes: readonly Wish[]
  readonly repeat: number
  readonly json?: string | undefined
}

const MAX_REPEATS = 20

/** What was asked for on the command line; the sentence of a wrong one says how it would be right. */
export function optionsOf(
  args: readonly string[],
  { wishes, environment }: { wishes: readonly Wish[]; environment: NodeJS.ProcessEnv },
): Options {
  const given = readArguments(args)
  const chosen = given.only === undefined ? wishes : wishes.filter((wish) => isChosen(wish, given.only!))
  if (chosen.length === 0) throw wrong(`No wish fits "${given.only}". --list shows all of them.`)
  const repeat = Number(given.repeat ?? '1')
  if (!Number.isInteger(repeat) || repeat < 1 || repeat > MAX_REPEATS)
    throw wrong(`--repeat takes a number from 1 to ${MAX_REPEATS}.`)
  return { model: modelOf(given, environment), wishes: chosen, repeat, json: given.json }
}

export function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        provider: text,
        model: text,
        'base-url': text,
        'key-env': text,
        only: text,
        repeat: text,
        json: text,
        list: flag,
        help: { ...flag, short: 'h' },
      },
    })
    return values
  } catch (error) {
    throw wrong(`${(error as Error).message.split('. ')[0]}. --help shows what there is.`)
  }
}

function modelOf(given: ReturnType<typeof readArguments>, environment: NodeJS.ProcessEnv): TriedModel {
  const { provider, model, 'base-url': baseUrl, 'key-env': keyVariable } = given
  if (provider === undefined || model === undefined)
    throw wrong('Name a provider and a model, e.g. --provider ollama --model qwen3:8b.')
  if (!isProviderName(provider))
    throw wrong(`There is no provider "${provider}". Choose one of ${Object.keys(providers).join(', ')}.`)
  const { title, address, needsKey } = providers[provider]
  if (address === undefined && baseUrl === undefined)
    throw wrong(`${provider} needs an address, e.g. --base-url http://127.0.0.1:8000/v1.`)
  assertAddress(baseUrl)
  const key = keyOf(keyVariable, environment)
  if (needsKey && baseUrl === undefined && key === undefined)
    throw wrong(
      `${title} needs a key. Put it into an environment variable and name that one, e.g. --key-env ${provider.toUpperCase()}_API_KEY.`,
    )
  return { provider, model, baseUrl, key }
}

function assertAddress(address: string | undefined): void {
  if (address !== undefined && !/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw wrong(`"${address}" is no address: --base-url begins with http:// or https://.`)
}

function keyOf(variable: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (variable === undefined) return undefined
  const key = environment[variable]
  if (!key) throw wrong(`The environment variable ${variable} is empty. Put the key into it.`)
  return key
}

/** By id with `*` for anything, or by domain, kind or language; several with commas between them. */
function isChosen({ id, domain, kind, language }: Wish, only: string): boolean {
  return only
    .split(',')
    .map((part) => part.trim())
    .some((part) => [domain, kind, language].includes(part) || matchesGlob(id, part))
}

function wrong(sentence: string): AppError {
  return new AppError('invalid_request', sentence)
}
