import { AppError } from '../../contract/errors.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import { defineTool, type AnyTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'

/** What the tool needs of the memory. */
export interface FactMemory {
  /** The newest first. */
  list(): readonly RememberedFact[]
  /** By words and meaning, the best match first. */
  find(query: string, signal: AbortSignal): Promise<readonly RememberedFact[]>
  /** Whether it was new. One of the same kind takes the place of the older. */
  remember(text: string, by: Provenance): Promise<{ readonly fact: RememberedFact; readonly isNew: boolean }>
  forget(memory_id: string): Promise<void>
}

export interface RememberedFact {
  readonly memory_id: string
  readonly text: string
  readonly updated_at: string
}

const MANY = 5
const USUAL_LIMIT = 100

const Fact = Type.Object({
  id: Type.String({ description: 'Pass it to forget' }),
  text: Type.String({ description: 'The fact' }),
  since: Type.String({ description: 'When it was saved' }),
})
const facts = (description: string) => Type.Optional(Type.Array(Fact, { description }))
const sentences = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }), {
      maxItems: 50,
      description,
    }),
  )

const Params = Type.Object({
  query: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'What to recall; all facts by default',
    }),
  ),
  remember: sentences(
    'Facts about the user to save, each a sentence as the user would say it: I am allergic to nuts',
  ),
  forget: sentences('Ids of facts to forget, or their full text'),
})

const Data = Type.Object({
  total: Type.Integer({ description: 'Total number of facts' }),
  facts: facts('Known facts'),
  remembered: facts('Saved facts'),
  forgotten: facts('Forgotten facts; remember the text to restore one'),
})

export function createMemoryTool(memory: FactMemory): AnyTool {
  return defineTool({
    action: 'MEMORY',
    title: 'Facts about the user',
    description: 'Recalls, saves and forgets lasting facts about the user. Save only what the user said.',
    params: Params,
    data: Data,
    risk: 'write',
    riskOf: ({ remember = [], forget = [] }) =>
      forget.length > MANY ? 'dangerous' : remember.length + forget.length > 0 ? 'write' : 'read',
    actOf({ query, remember = [], forget = [] }) {
      if (remember.length > 0) return { verb: 'Remember', subject: remember }
      return forget.length > 0 ? { verb: 'Forget', subject: forget } : { verb: 'Recall', subject: query }
    },
    reads: ['private'],
    // Models are told of facts as of what the user said.
    lasts: true,
    closedToOutside: true,
    idempotent: true,
    example: { args: { remember: ['I am allergic to nuts'] } },
    async run({ query, remember = [], forget = [] }, { provenance, signal }) {
      const gone = forget.map((wanted) => factMeant(memory.list(), wanted))
      for (const { memory_id } of gone) await memory.forget(memory_id)
      const kept = []
      for (const text of remember) kept.push(await memory.remember(text.trim(), provenance))
      const all = memory.list()
      if (kept.length + gone.length === 0) {
        const found = query === undefined ? all : await memory.find(query, signal)
        const shown = found.slice(0, USUAL_LIMIT).map(told)
        return { message: foundWords(found.length, query), data: { total: all.length, facts: shown } }
      }
      const message = changeWords(kept, gone)
      return {
        message,
        data: {
          total: all.length,
          ...(kept.length > 0 && { remembered: kept.map(({ fact }) => told(fact)) }),
          ...(gone.length > 0 && { forgotten: gone.map(told) }),
        },
      }
    },
  })
}

function changeWords(
  kept: readonly { readonly fact: RememberedFact; readonly isNew: boolean }[],
  gone: readonly RememberedFact[],
): string {
  const fresh = kept.filter(({ isNew }) => isNew)
  const known = kept.length - fresh.length
  return [
    ...(fresh.length > 0 ? [`Remembered: ${fresh.map(({ fact }) => fact.text).join('; ')}.`] : []),
    ...(known > 0 ? [`${known === 1 ? '1 fact was' : `${known} facts were`} already known.`] : []),
    ...(gone.length > 0 ? [`Forgot: ${gone.map(({ text }) => text).join('; ')}.`] : []),
  ].join(' ')
}

function told({ memory_id, text, updated_at }: RememberedFact) {
  return { id: memory_id, text, since: updated_at }
}

function foundWords(count: number, query: string | undefined): string {
  if (count === 0) return query === undefined ? 'No facts about the user yet.' : 'No facts about that.'
  return count === 1 ? '1 fact is known.' : `${count} facts are known.`
}

/** Exactly one, for what is forgotten is gone. */
function factMeant(all: readonly RememberedFact[], wanted: string): RememberedFact {
  const plain = (text: string) => text.trim().toLowerCase()
  const found = all.filter(({ memory_id, text }) => memory_id === wanted || plain(text) === plain(wanted))
  if (found.length === 1) return found[0]!
  const said = wanted.slice(0, 100)
  throw found.length === 0
    ? new AppError(
        'not_found',
        `No fact “${said}”. Nothing was forgotten. Recall the facts first and give an id.`,
      )
    : new AppError('conflict', `${found.length} facts match “${said}”. Nothing was forgotten. Give an id.`)
}
