import { AppError } from '../../../contract/errors.ts'
import type { ModelRequest } from '../../models/language-model.ts'
import type { Backlog } from './history/backlog.ts'
import { tokenRoom, tokensOf, tokensOfTool, tokensOfTurns, type TokenRoom } from './history/token-room.ts'
import { offeredTools, unofferedTools } from './offered-tools.ts'
import type { Scene } from './scene.ts'
import { hasPictures } from './turn-pictures.ts'

/** Tokens for what is being answered without which there is no use in asking. */
const MIN_TURNS = 300

export interface Asking {
  readonly backlog: Backlog
  readonly loaded: ReadonlySet<string>
  /** How much of the model's room may be used. */
  readonly share: number
  /** Tokens of what was said, in the last question. */
  readonly sent: number
}

/** What a model is asked, as much of it as it takes in. */
export async function fitRequest(
  scene: Scene,
  { backlog, loaded, share, sent }: Asking,
  signal: AbortSignal,
): Promise<{ request: ModelRequest; sent: number }> {
  const { choice, catalog, system } = scene
  const room = tokenRoom(choice.contextTokens, share)
  const tools = offeredTools(catalog, offering(scene, loaded, room))
  const taken = tokensOf(system) + tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0)
  if (share === 1 && room.turns - taken < MIN_TURNS) throw takesInTooLittle(choice.model, room)
  // What was too much is less the second time, whatever the model is said to take in.
  const most = share < 1 ? Math.floor(sent * share) : Infinity
  const tokens = Math.min(most, Math.max(MIN_TURNS, room.turns - taken))
  const turns = await backlog.fit({ tokens, context: room.context }, signal)
  const seesPictures = turns.some(hasPictures)
  const request = {
    system,
    turns,
    tools,
    isTool: (name: string) => catalog.findMeant(name) !== undefined,
    ...(seesPictures && { purpose: 'vision' as const }),
    signal,
  }
  return { request, sent: tokensOfTurns(turns) }
}

/** The loaded tools for which the model has no room. */
export function toolsWithoutRoom(scene: Scene, loaded: ReadonlySet<string>): readonly string[] {
  return unofferedTools(scene.catalog, offering(scene, loaded, tokenRoom(scene.choice.contextTokens)))
}

function offering(
  { asked, extent, system }: Scene,
  loaded: ReadonlySet<string>,
  { tools, turns }: TokenRoom,
) {
  // What is said comes before further tools.
  const tokens = Math.min(tools, turns - tokensOf(system) - MIN_TURNS)
  return { asked, extent, tokens, loaded }
}

function takesInTooLittle(model: string, { context }: TokenRoom): AppError {
  return new AppError(
    'too_large',
    `${model} can only take in ${context} tokens, too few even for the instructions. ` +
      'Choose a model that can take in 4096 or more, or raise LLM_CONTEXT_TOKENS.',
  )
}
