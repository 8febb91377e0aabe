import { evaluate, missingFor } from '../../eval/evaluate.ts'
import type { Inspection, WishResult } from '../../eval/run-wish.ts'
import type { Wish } from '../../eval/wish.ts'
import { wishes } from '../../eval/wishes/wishes.ts'
import { isWhole } from '../shortened.ts'
import type { ScriptedModel } from './scripted-model.ts'

/** Those that this machine has everything for. */
export const played = wishes.filter((wish) => missingFor(wish) === undefined)

/** Those about which somebody has to be careful, and of the others so many that each domain is among them. */
export const tried: readonly Wish[] = [
  ...played.filter(({ wrong }) => wrong !== undefined),
  ...played.filter(({ wrong }) => wrong === undefined).filter((_, index) => isWhole || index % 4 === 0),
]

interface Playing {
  readonly onResult: (result: WishResult) => void
  readonly inspect?: (wish: Wish) => Inspection
}

export async function play(
  chosen: readonly Wish[],
  by: ScriptedModel,
  { onResult, inspect }: Playing,
): Promise<void> {
  await evaluate({
    wishes: chosen,
    model: { provider: 'openai_compatible', model: 'scripted', baseUrl: by.url, key: 'key-of-the-test' },
    signal: new AbortController().signal,
    onResult,
    ...(inspect && { inspect }),
  })
}
