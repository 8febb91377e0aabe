import { allOf } from './expressions.ts'
import { PLACES, readFiles, readPlaces, type ReadFiles, type ReadPlaces } from './file-words.ts'
import { markOf, type MarkedText } from './marked-text.ts'
import { whenMember, type TriggerDraft, type TriggerReading } from './trigger-reading.ts'

const DONE =
  'added|saved|downloaded|created|put|placed|dropped|moved|copied|stored|uploaded|written|scanned|exported'
const ARRIVES = `(?:lands?|arrives?|appears?|shows? up|turns? up|comes? in|pops? up|drops?|ends? up|(?:is|are|gets?|was|has been|have been) (?:newly )?(?:${DONE}|found))`
const CHANGES =
  '(?:changes?|(?:is|are|gets?|was|has been|have been) (?:changed|modified|edited|updated|saved|rewritten)|is different)'
const GOES = '(?:disappears?|vanish(?:es)?|(?:is|are|gets?|was|has been) (?:deleted|removed|gone))'
const IN = '(?:in|into|to|on|onto|inside|under|within|at|from)'
const WHO = '(?:i|we|you|someone|somebody|anyone|anybody)'
const WHAT = '(?<what>.+?)'
const WHERE = `(?<where>${PLACES})`

type FileEvent = 'created' | 'changed' | 'removed'

/** Each way of saying that something happens to files, and what it is that happens. */
const PATTERNS: readonly (readonly [RegExp, readonly FileEvent[] | undefined])[] = (
  [
    [`${WHAT} ${ARRIVES}(?: anywhere)? ${IN} ${WHERE}`, ['created']],
    [`${WHAT} (?:is|are) (?:in|on) ${WHERE}`, undefined],
    [
      `${WHO} (?:save|download|put|drop|add|move|copy|store|create|scan|place|export|receive|get|upload)s? ${WHAT} ${IN} ${WHERE}`,
      ['created'],
    ],
    [`(?:there(?:'s| is| are)|i (?:find|see)) (?:an? |any |some )?new ${WHAT} ${IN} ${WHERE}`, ['created']],
    [`${WHERE} (?:gets?|has|receives?|contains?) (?:an? |any |some )?new ${WHAT}`, ['created']],
    [`${WHO} (?:change|edit|modify|update|save)s? ${WHAT} ${IN} ${WHERE}`, ['changed']],
    [`${WHO} (?:delete|remove)s? ${WHAT} ${IN} ${WHERE}`, ['removed']],
    [`${WHAT} ${IN} ${WHERE} ${CHANGES}`, ['changed']],
    [`${WHAT} ${CHANGES} ${IN} ${WHERE}`, ['changed']],
    [`${WHAT} ${IN} ${WHERE} ${GOES}`, ['removed']],
    [`${WHAT} ${GOES} ${IN} ${WHERE}`, ['removed']],
  ] as const
).map(([source, events]) => [new RegExp(`^${source}$`, 'i'), events])

const OWN = new RegExp(
  `^(?:the (?:file|folder) |my (?:file|folder) )?(?<path>${markOf('path')}) (?:(?<changes>${CHANGES})|(?<goes>${GOES}))$`,
  'i',
)
const CHANGED_BY_ME = new RegExp(
  `^i (?:change|edit|modify|update|save) (?:the file )?(?<path>${markOf('path')})$`,
  'i',
)
const FOLDER_CHANGES = new RegExp(
  `^(?:(?:something|anything) (?:changes|happens|is changed) ${IN} ${WHERE}|${WHERE.replace('where', 'own')} ${CHANGES})$`,
  'i',
)
const NOWHERE = new RegExp(
  `^(?:i (?:download|save|scan|create) ${WHAT}|(?:an? |any )?new (?<other>.+?) ${ARRIVES}|(?:an? |any )(?<third>.+?) (?:is|gets) (?:${DONE}))$`,
  'i',
)

/** "a PDF lands in Downloads", "I save a file called report in ~/Work", "~/notes.txt changes" */
export function readFileTrigger(text: string, marks: MarkedText): TriggerReading | undefined {
  return ownFile(text, marks) ?? anywhereIn(text, marks) ?? arrivals(text, marks) ?? withoutPlace(text, marks)
}

function ownFile(text: string, marks: MarkedText): TriggerReading | undefined {
  const found = OWN.exec(text)?.groups ?? CHANGED_BY_ME.exec(text)?.groups
  if (!found) return undefined
  const events: FileEvent[] = [found['goes'] === undefined ? 'changed' : 'removed']
  const path = marks.values(found['path']!)
  // A folder changes when what is in it does.
  if (!/\.[\p{L}\d]{1,8}$/u.test(path) && events[0] === 'changed') return undefined
  return {
    triggers: [{ type: 'file', path, events }],
    thing: { type: 'file', name: 'event', ending: endingOf(path) },
  }
}

function endingOf(path: string): string | undefined {
  return /\.([\p{L}\d]{1,8})$/u.exec(path)?.[1]?.toLowerCase()
}

function anywhereIn(text: string, marks: MarkedText): TriggerReading | undefined {
  const groups = FOLDER_CHANGES.exec(text)?.groups
  const places = groups && readPlaces(groups['where'] ?? groups['own']!, marks)
  if (!places) return undefined
  const reading = readingOf({
    places,
    files: { conditions: () => [] },
    events: ['created', 'changed', 'removed'],
  })
  // "It" is the folder then, and not what has changed in it.
  if (groups['own'] === undefined) return reading
  return { ...reading, thing: undefined, message: 'Changed: $event.path' }
}

function arrivals(text: string, marks: MarkedText): TriggerReading | undefined {
  for (const [pattern, events] of PATTERNS) {
    const groups = pattern.exec(text)?.groups
    const places = groups && readPlaces(groups['where']!, marks)
    const files = places && readFiles(groups['what']!, marks)
    if (!files) continue
    if ('question' in files) return { ...files, thing: { type: 'file', name: 'event' } }
    // "If a PDF is in Downloads" does not say that it has just come; only "a new PDF" does.
    if (events === undefined && !/\bnew\b/i.test(groups['what']!)) continue
    return readingOf({
      places: /\banywhere\b/i.test(text) ? { ...places, recursive: true } : places,
      files,
      events: events ?? ['created'],
    })
  }
  return undefined
}

function withoutPlace(text: string, marks: MarkedText): TriggerReading | undefined {
  const groups = NOWHERE.exec(text)?.groups
  const what = groups?.['what'] ?? groups?.['other'] ?? groups?.['third']
  const files = what === undefined ? undefined : readFiles(what, marks)
  if (!files || 'question' in files) return undefined
  return {
    question: 'Which folder should be watched?',
    thing: { type: 'file', name: 'event', ending: files.ending },
  }
}

function readingOf({
  places,
  files,
  events,
}: {
  places: ReadPlaces
  files: Exclude<ReadFiles, { question: string }>
  events: readonly FileEvent[]
}): Extract<TriggerReading, { triggers: unknown }> {
  const when = allOf(files.conditions('event'))
  const triggers = places.paths.map((path): TriggerDraft => ({
    type: 'file',
    path,
    ...(places.recursive && { recursive: true }),
    events: [...events],
    ...whenMember(when),
  }))
  return { triggers, thing: { type: 'file', name: 'event', ending: files.ending } }
}
