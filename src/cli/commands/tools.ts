import type { ResultOf } from '../../contract/endpoint.ts'
import type { toolsContract } from '../../features/tools/contract.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'

type Tools = ResultOf<(typeof toolsContract)['list']>

const RISKS = { read: 'green', write: 'cyan', external: 'yellow', dangerous: 'red' } as const

/** `deskhand tools invoice pdf`: the catalog, or what fits some words. */
export async function run(call: CommandCall): Promise<number> {
  const { terminal, positionals, flags } = call
  const query = new URLSearchParams()
  if (positionals.length > 0) query.set('query', positionals.join(' '))
  for (const name of ['agent', 'risk']) if (typeof flags[name] === 'string') query.set(name, flags[name])
  const { tools } = await callServiceForJson<Tools>(call, {
    method: 'GET',
    path: `/api/tools?${query.toString()}`,
  })
  terminal.result(
    tools.map(({ agent, action, risk, available, description }) => ({
      agent,
      action,
      risk,
      available,
      description,
    })),
    () =>
      tools.length === 0
        ? 'No matches. "deskhand tools" lists all tools.'
        : terminal.table(
            ['tool', 'agent', 'risk', 'does'],
            tools.map(({ action, agent, risk, description, available }) => [
              action,
              agent,
              { text: risk, style: RISKS[risk] },
              available ? description : `(not on this machine) ${description}`,
            ]),
            { wrapLast: true },
          ),
  )
  return exitCode.ok
}
