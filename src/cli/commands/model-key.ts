import type { ResultOf } from '../../contract/endpoint.ts'
import type { modelsContract } from '../../features/models/contract.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'

type Trial = ResultOf<(typeof modelsContract)['test']>

/** Tries the key of a model where it would be used, before it is kept. Without a model there is nothing to try it with. */
export async function assertKeyWorks(
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
    `The key was not saved. ${message} With --untried it is saved all the same.`,
    exitCode.failed,
  )
}
