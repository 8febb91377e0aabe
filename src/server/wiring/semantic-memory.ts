import type { Log } from '../../contract/log.ts'
import type { FindFacts } from '../../features/chat/memory/memory-handlers.ts'
import type { MemoryStore } from '../../features/chat/memory/memory.ts'
import { joinRanks, memories, type VectorIndex } from '../../platform/embedding/vector-index.ts'

const NEAREST = 20
/** Facts are short, so what has to do with a question is clearly nearer than what has not. */
const MIN_ALIKE = 0.3

/** What is remembered, found by its words and by its meaning. There are few facts, so new ones are read when one asks. */
export function semanticMemory(
  memory: MemoryStore,
  { index, log }: { index: VectorIndex; log: Log },
): FindFacts {
  return async (query, signal) => {
    const byWords = memory.search(query)
    try {
      await index.fill(memories, signal)
      const near = await index.nearest(memories, query, { limit: NEAREST, least: MIN_ALIKE, signal })
      const byMeaning = near.flatMap(({ number }) => memory.numbered(number) ?? [])
      const facts = new Map([...byMeaning, ...byWords].map((fact) => [fact.memory_id, fact]))
      const order = joinRanks(idsOf(byWords), idsOf(byMeaning))
      return order.map((id) => facts.get(id)!)
    } catch (error) {
      if (signal.aborted) throw error
      log.warn({ err: error }, "Couldn't search facts by meaning.")
      return byWords
    }
  }
}

function idsOf(facts: readonly { memory_id: string }[]): string[] {
  return facts.map(({ memory_id }) => memory_id)
}
