import type { ResultOf } from '../../contract/endpoint.ts'
import { bytesText } from '../../contract/text/numbers.ts'
import type { storeContract } from '../../features/store/contract.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'
import { stampInWords } from '../terminal/words.ts'
import { givenText, jsonOrText } from './given-text.ts'

type Store = typeof storeContract

/** `deskhand store get KEY`: what widgets keep, and whatever scripts want to keep beside it. */
export async function run(call: CommandCall): Promise<number> {
  if (call.verb === 'list') return list(call)
  const [key, value, ...more] = call.positionals
  if (key === undefined) throw new CommandError('Give a key.', exitCode.usage)
  if (call.verb === 'set') return set(key, [value, ...more], call)
  if (call.verb === 'delete') return remove(key, call)
  return get(key, call)
}

function pathOf(key: string): string {
  return `/api/store/${encodeURIComponent(key)}`
}

async function list(call: CommandCall): Promise<number> {
  const query = new URLSearchParams({ limit: '1000' })
  if (call.positionals[0] !== undefined) query.set('prefix', call.positionals[0])
  const answer = await callServiceForJson<ResultOf<Store['list']>>(call, {
    method: 'GET',
    path: `/api/store?${query.toString()}`,
  })
  const { terminal } = call
  terminal.result(answer, () =>
    answer.entries.length === 0
      ? 'The store is empty.'
      : terminal.table(
          ['key', 'version', 'size', 'changed'],
          answer.entries.map(({ key, version, bytes, updated_at }) => [
            key,
            String(version),
            bytesText(bytes),
            stampInWords(updated_at),
          ]),
        ),
  )
  return exitCode.ok
}

/** On one line for scripts, spread out for a person. */
async function get(key: string, call: CommandCall): Promise<number> {
  const value = await callServiceForJson<unknown>(call, { method: 'GET', path: pathOf(key) })
  const { terminal } = call
  terminal.result(value, () =>
    terminal.isInteractive ? JSON.stringify(value, null, 2) : JSON.stringify(value),
  )
  return exitCode.ok
}

async function set(
  key: string,
  [value]: readonly (string | undefined)[],
  call: CommandCall,
): Promise<number> {
  if (value === undefined)
    throw new CommandError('Give a value: JSON, text, @file, or - for stdin.', exitCode.usage)
  const text = await givenText(value, call)
  const written = call.flags['text'] === true ? text : jsonOrText(text)
  const answer = await callServiceForJson<ResultOf<Store['put']>>(call, {
    method: 'POST',
    path: pathOf(key),
    body: JSON.stringify(written),
  })
  call.terminal.result(answer, () => `Stored ${key}, version ${answer.version}.`)
  return exitCode.ok
}

async function remove(key: string, call: CommandCall): Promise<number> {
  const answer = await callServiceForJson<ResultOf<Store['remove']>>(call, {
    method: 'DELETE',
    path: pathOf(key),
  })
  call.terminal.result(answer, () => (answer.deleted ? `Deleted ${key}.` : `Nothing stored under ${key}.`))
  return exitCode.ok
}
