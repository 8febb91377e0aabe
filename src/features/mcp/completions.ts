import type * as Sdk from '@modelcontextprotocol/server'
import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server'
import { choicesOf, findPrompt, type AutomationShelf } from './prompts.ts'
import { isSkillPrompt } from './skill-prompts.ts'
import { resourceTemplates, type ResourceDeps } from './resources.ts'

export interface CompletionDeps extends ResourceDeps {
  readonly automations: AutomationShelf
}

/** The protocol allows no more in one answer. */
const MAX_VALUES = 100
/** Where the ids of workflows are looked for: among the newest. */
const LOOKED_THROUGH = 500

/** What an argument of a prompt, a key of the store or the id of a workflow could go on as. */
export async function complete(
  deps: CompletionDeps,
  { ref, argument }: CompleteRequest['params'],
  sdk: typeof Sdk,
): Promise<CompleteResult> {
  const found =
    ref.type === 'ref/prompt'
      ? await promptValues(deps, { prompt: ref.name, ...argument }, sdk)
      : await resourceValues(deps, { uri: ref.uri, ...argument }, sdk)
  const values = found.slice(0, MAX_VALUES)
  const hasMore = found.length > values.length
  return { completion: { values, hasMore, ...(!hasMore && { total: values.length }) } }
}

interface Begun {
  readonly name: string
  readonly value: string
}

async function promptValues(
  { automations }: CompletionDeps,
  { prompt, name, value }: Begun & { readonly prompt: string },
  sdk: typeof Sdk,
): Promise<string[]> {
  if (isSkillPrompt(prompt)) return []
  const saved = await findPrompt(automations, prompt)
  if (!saved) throw unknown(`There is no prompt “${prompt}”.`, sdk)
  const begun = value.toLowerCase()
  return choicesOf(saved, name).filter((choice) => choice.toLowerCase().startsWith(begun))
}

async function resourceValues(
  { store, workflows }: CompletionDeps,
  { uri, name, value }: Begun & { readonly uri: string },
  sdk: typeof Sdk,
): Promise<string[]> {
  const template = resourceTemplates.find(({ uriTemplate }) => uriTemplate === uri)
  if (!template) throw unknown(`There is no resource template “${uri}”.`, sdk)
  if (!template.uriTemplate.includes(`{${name}}`)) return []
  if (name === 'key') return store.list({ prefix: value, limit: MAX_VALUES + 1 }).map(({ key }) => key)
  const { workflows: newest } = await workflows.list({ limit: LOOKED_THROUGH })
  return newest.map(({ workflow_id }) => workflow_id).filter((id) => id.startsWith(value))
}

function unknown(sentence: string, sdk: typeof Sdk): Error {
  return new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, sentence)
}
