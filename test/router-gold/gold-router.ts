import { asSentence } from '../../src/features/chat/router/as-sentence.ts'
import type { Asked } from '../../src/features/chat/answering.ts'
import type { Corrections } from '../../src/features/chat/router/corrections.ts'
import { isSmallTalk } from '../../src/features/chat/router/doable.ts'
import type { Embedder } from '../../src/platform/embedding/embedder.ts'
import { isHeldBack } from '../../src/features/chat/router/gate.ts'
import { answerFollowUp } from '../../src/features/chat/router/follow-ups/answer-follow-up.ts'
import { whenOf } from '../../src/features/chat/router/readers/reader.ts'
import { createRouter } from '../../src/features/chat/router/router.ts'
import { phrased, type PhrasedTool } from '../../src/features/chat/router/tool-phrases.ts'
import { quietTurn, Turns } from '../../src/features/chat/router/follow-ups/turns.ts'
import type {
  StoredKind,
  Meaning,
  Router,
  RouterContext,
  Understanding,
} from '../../src/features/chat/router/understanding.ts'
import { isWhole } from '../../src/features/chat/router/whole.ts'
import { plugins } from '../../src/plugins/registry.ts'
import type { GoldRow, Wish } from './gold.ts'
import { rememberedEmbedder } from './remembered-embedder.ts'

/** How a sentence was understood. The only place that knows how the router says it. */
export interface Outcome {
  readonly wishes: readonly Wish[]
  /** Whether a model that is there would be asked instead. */
  readonly isForModel: boolean
}

/** What somebody has who uses it for a while. */
const things: Readonly<Record<StoredKind, readonly string[]>> = {
  notes: ['the wifi password is hunter2', 'buy green tea', 'the garage code is 4711'],
  people: ['Tom Smith', 'Jane Doe', 'Anna Berg', 'James Cook'],
  payments: ['lunch', 'petrol', 'groceries'],
  habits: ['Running', 'Drink water', 'Stretching', 'Meditation'],
  books: ['Dune', 'War and Peace', 'The Hobbit'],
  bookmarks: ['github.com', 'Example'],
  days: ['2026-11-14', '2026-11-15'],
  boards: ['Website', 'Kitchen'],
  columns: ['To do', 'Doing', 'Done', 'Live'],
  cards: ['fix login', 'Ship it', 'Paint the walls'],
  snippets: ['largest folders', 'du -h -d1 | sort -h'],
  lists: ['shopping', 'todo', 'packing', 'camping', 'hardware-store'],
  items: [
    'milk',
    'eggs',
    'bread',
    'stretching',
    'boots',
    'call the plumber',
    'book the flight',
    'pay the rent',
  ],
}

export function contextOf({ with: difference }: Pick<GoldRow, 'with'>): RouterContext {
  return {
    // A Sunday, ten o'clock in the morning there.
    now: new Date('2026-11-15T09:00:00Z'),
    timeZone: 'Europe/Oslo',
    signal: new AbortController().signal,
    ...(difference?.kept !== false && { kept: (kind) => things[kind] }),
    ...(difference?.dayFirst !== undefined && { dayFirst: difference.dayFirst }),
  }
}

/** The tools that come with the service, with the phrases that they declare. */
const tools: readonly PhrasedTool[] = plugins.flatMap(({ tools }) => tools).map(phrased)

const untaught: Corrections = { find: () => undefined, list: () => [], keep: async () => {} }

/** A router that nobody has taught anything. */
export function createUntaughtRouter(embedder: Embedder): Router {
  return createRouter({ corrections: untaught, embedder, tools: () => tools })
}

/** The router as a person meets it who has no model and taught it nothing. */
export async function createGoldRouter() {
  const embedder = await rememberedEmbedder()
  const router = createUntaughtRouter(embedder)
  return {
    async understand(row: GoldRow): Promise<Outcome> {
      const context = contextOf(row)
      const found = await followedUp(router, row, context)
      const { understanding, sentence } = found ?? {
        understanding: await router.understand(row.say, context),
        sentence: row.say,
      }
      return outcomeOf(understanding, { sentence, context, isForModel: row.isForModel })
    },
    /** The vectors that were asked for, for those who come after. */
    remember: () => embedder.remember(),
    close: () => router.close(),
  }
}

/** What the sentence means together with the one before it, where there is one. */
async function followedUp(router: Router, { say, with: { after } = {} }: GoldRow, context: RouterContext) {
  const { meaning } = after === undefined ? {} : await router.understand(after, context)
  if (after === undefined || !meaning) return undefined
  const { intent, slots } = meaning
  const turns = new Turns()
  turns.add('gold', { ...quietTurn(after), intent, slots })
  const asked: Asked = {
    message: say,
    session_id: 'gold',
    run_id: 'gold',
    earlier: [
      { role: 'user', text: after, components: [] },
      { role: 'assistant', text: '', components: [], by: 'router' },
    ],
    attachments: [],
    context: {},
    provenance: 'local-client',
    signal: context.signal,
    mayDecide: true,
  }
  const store = { read: untouched, write: untouched, list: untouched, remove: untouched }
  const reading = {
    context: () => Promise.resolve(context),
    understand: (sentence = say) => router.understand(sentence, context),
  }
  const undo = { turns, store, restoreFile: untouched, reverse: untouched }
  const found = await answerFollowUp({ ...undo, hasModel: () => false }, asked, reading)
  return typeof found === 'string' ? undefined : found
}

/** What was said before has changed nothing here, so that there is nothing to undo. */
function untouched(): never {
  throw new Error('There is nothing to undo.')
}

function outcomeOf(
  { meaning, parts }: Understanding,
  asked: { readonly sentence: string; readonly context: RouterContext; readonly isForModel: boolean },
): Outcome {
  if (!meaning) return { wishes: [], isForModel: true }
  const wishes = parts ?? [{ said: asked.sentence, meaning }]
  const isOurs = (part: { said: string; meaning?: Meaning }) =>
    part.meaning !== undefined &&
    !isSmallTalk(part.meaning.intent) &&
    !isHeldBack(part.meaning) &&
    isWhole(part.meaning, asSentence(part.said), whenOf(asked.context))
  return {
    wishes: wishes.map(({ said, meaning: found }) =>
      found ? { intent: found.intent, slots: plainSlots(found.slots) } : { said },
    ),
    isForModel: asked.isForModel && !wishes.every(isOurs),
  }
}

/** Values as they would be stored. What is said to the person is no value: only that there is a problem counts. */
function plainSlots(slots: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(
    JSON.stringify(slots, (name, value: unknown) => {
      if (typeof value !== 'string' || !value.includes(' ')) return value
      if (name === 'told') return undefined
      return name === 'problem' ? true : value
    }),
  ) as Record<string, unknown>
}
