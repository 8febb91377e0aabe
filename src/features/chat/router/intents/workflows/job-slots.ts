import { optional, type Captured, type SlotsOf } from '../../define-intent.ts'
import type { Sentence } from '../../normalize.ts'
import { present, trimmed } from '../../readers/reader.ts'

/** What a sentence says of something that runs by itself. */
export const JobSlots = {
  name: optional.text,
  all: optional.boolean,
  status: optional.text,
  /** Which of the two it is, where that was said: `schedule` or `workflow`. */
  of: optional.text,
}

type Job = SlotsOf<typeof JobSlots>

/** Without saying "workflow" or "schedule", only such a name stands for something that runs: "the photo backup". */
const kinds = 'backup|back-up|import|export|sync|report|cleanup|clean-up|digest'
const called = new RegExp(String.raw`^(?:\S+ ){0,4}?(?:${kinds})(?: of (?:(?:my|the|our) )?\S+)?$`, 'i')
/** These are read, heard or filed. */
const otherReports =
  /\b(?:weather|news|traffic|bank|credit|status|police|lost|stolen|radio|bus|train|flight|book)\b/i
/** What begins or goes on so is no name, but more of the sentence. */
const more = /^(?:not|it|you)\b|\b(?:then|and) \S+ (?:the|my|all|our)\b/i

/**
 * The slots of what a template caught: `name` where the sentence says that it is a workflow or a schedule, `job` where only
 * its name can tell.
 */
export function jobOf({ name, job }: Captured, said: Sentence): Job | undefined {
  const caught = name ?? job
  const words = typeof caught === 'string' ? trimmed(caught) : ''
  if (more.test(words)) return undefined
  const { rest, status } = withoutStatus(words)
  if (job !== undefined && (!called.test(rest) || otherReports.test(rest))) return undefined
  return slotsOf(rest, status, said)
}

function slotsOf(name: string, status: string | undefined, { lower }: Sentence): Job {
  const of = /\bschedule\b/.test(lower)
    ? 'schedule'
    : /\b(?:workflow|job|run of)\b/.test(lower)
      ? 'workflow'
      : undefined
  const all = /\ball\b/.test(lower) ? true : undefined
  return present({ name, all, status: status ?? statusIn(lower), of })
}

/** "the failed import" is the import, and failed. */
function withoutStatus(words: string): { rest: string; status?: string } {
  const [first = '', ...others] = words.split(' ')
  if (/^(?:last|latest|current|all|any)$/i.test(first)) return withoutStatus(others.join(' '))
  const status = statusIn(first.toLowerCase())
  return status === undefined ? { rest: words } : { rest: others.join(' '), status }
}

function statusIn(lower: string): string | undefined {
  if (/\bfail/.test(lower)) return 'failed'
  if (/\bpaused\b/.test(lower)) return 'paused'
  if (/\bwaiting\b/.test(lower)) return 'waiting'
  return /\b(?:running|working on)\b/.test(lower) ? 'running' : undefined
}

const opening =
  /^.*?\b(?:the|my|our|a|workflow|job|schedule)\b (?:(?:workflow|job|schedule)\b ?)?(?:(?:called|named|for(?: the)?)\b ?)?/i
const closing =
  /(?:(?:^| )(?:workflows?|jobs?|runs?|schedules?|flows?|tasks?|it|this|that|one|again|once more|now|right now|please|on hold|still|next|(?:for|until|in|at|on) .*))+$/i

/** The name of it in a sentence of any form: what stands between its article and the words around a name. */
export function readJob(said: Sentence): Job | undefined {
  const text = trimmed(said.text)
  const { rest, status } = withoutStatus(
    opening.test(text) ? trimmed(text.replace(opening, '').replace(closing, '')) : '',
  )
  return more.test(rest) ? undefined : slotsOf(rest, status, said)
}
