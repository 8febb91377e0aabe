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
