import type { Answerer, Route, AnswerWriter } from '../answering.ts'
import { demoCards, type DemoDeps } from './demo-cards.ts'
import { describeSomebody, type ProfileDeps } from './profile-card.ts'
import { diskUsage, memoryUsage, topProcesses, type MetricsReader } from './system-cards.ts'

export interface FastPathDeps extends ProfileDeps, DemoDeps {
  readonly metrics: MetricsReader
}

type Show = (rest: string, writer: AnswerWriter, signal: AbortSignal) => Promise<void>

interface Path {
  readonly show: Show
  /** The intents that are about the same: what the router would answer to them is shown better here. */
  readonly subjects: readonly string[]
}

/**
 * Answers fixed words at the start of a message, without any model. What stands behind them can make another sentence of it,
 * "who is in my contacts": that is for whoever surely understands it.
 */
export function fastPathAnswerer(deps: FastPathDeps): Answerer {
  const show = (make: (metrics: MetricsReader) => Promise<Parameters<AnswerWriter['add']>[0][]>): Show => {
    return async (_rest, writer) => {
      for (const component of await make(deps.metrics)) writer.add(component)
    }
  }
  const demonstrate: Show = (rest, writer) => demoCards(rest, { deps, writer })
  const somebody: Path = {
    show: (rest, writer, signal) => describeSomebody(rest, { deps, writer, signal }),
    subjects: ['wiki_summary'],
  }
  const demo: Path = { show: demonstrate, subjects: [] }
  const paths: Readonly<Record<string, Path>> = {
    df: { show: show(diskUsage), subjects: ['system.disk'] },
    free: { show: show(memoryUsage), subjects: ['system.memory'] },
    ps: { show: show(topProcesses), subjects: ['system.processes'] },
    telepath: demo,
    demo,
    'who is': somebody,
    'profile of': somebody,
    'bio of': somebody,
  }
  return async ({ message, signal }, writer, reading) => {
    const found = fastPathOf(message)
    if (!found) return false
    const { show, subjects } = paths[found.name]!
    const isOwn = ({ intent }: { intent: string }) => subjects.includes(intent)
    if (found.rest !== '' && (await reading.isSurelyOther(isOwn))) return false
    const route: Route = { by: 'fast_path', score: null, candidates: [{ name: found.name, score: 1 }] }
    writer.route(route)
    await show(found.rest, writer, signal)
    return true
  }
}

/** Which fixed word a message begins with, and what follows it. Whole words only: `dfs` is not `df`. */
export function fastPathOf(message: string): { readonly name: string; readonly rest: string } | undefined {
  const words = message.trim().replaceAll(/\s+/g, ' ')
  const [, word, options = ''] = /^(df|free|ps|telepath|demo)(?![\p{L}\p{N}_'’])(.*)$/isu.exec(words) ?? []
  if (word !== undefined) return { name: word.toLowerCase(), rest: options.trim() }
  const [, start, subject] = /^(who is(?! my\b)|profile of|bio of) (.*[\p{L}\p{N}].*)$/isu.exec(words) ?? []
  if (start === undefined) return undefined
  return { name: start.toLowerCase(), rest: subject!.trim() }
}
