import type { ResultOf } from '../../contract/endpoint.ts'
import type { modelsContract } from '../../features/models/contract.ts'
import type { CommandCall } from '../command.ts'
import { callServiceForJson } from '../running-service.ts'

type Models = ResultOf<(typeof modelsContract)['read']>
type Found = ResultOf<(typeof modelsContract)['findLocal']>

/** Which model answers; where none is set, the one that is nearest at hand. */
export async function modelInWords(call: CommandCall): Promise<{ isSet: boolean; detail: string }> {
  const { model } = await callServiceForJson<Models>(call, { method: 'GET', path: '/api/models' })
  if (model) return { isSet: true, detail: `${model.model} of ${model.provider}` }
  const { servers } = await callServiceForJson<Found>(call, { method: 'GET', path: '/api/models/local' })
  const server = servers.find(({ models }) => models.length > 0)
  if (!server) return { isSet: false, detail: 'none is set: chat answers what needs none' }
  const name = server.models[0]!.model
  return {
    isSet: false,
    detail:
      `none is set, but ${server.title} runs here: deskhand settings set LLM_PROVIDER ${server.provider}, ` +
      `LLM_BASE_URL ${server.base_url} and LLM_MODEL "${name}"`,
  }
}
