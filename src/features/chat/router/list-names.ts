/** Names of lists that mean the same one; the key is what it is stored under. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    shopping: 'shopping',
    grocery: 'shopping',
    groceries: 'shopping',
    store: 'shopping',
    market: 'shopping',
    supermarket: 'shopping',
    buy: 'shopping',
    todo: 'todo',
    'to do': 'todo',
    task: 'todo',
    tasks: 'todo',
    todos: 'todo',
    chore: 'todo',
    chores: 'todo',
    'things to do': 'todo',
    agenda: 'todo',
    reminder: 'reminders',
    reminders: 'reminders',
  }),
)

/** A shop can have a list of its own: "the hardware store list" is not the one for groceries. */
const onlyWhole = /^(?:store|market|supermarket|buy|agenda)$/

const noNames =
  /^(?:my|the|our|a|an|this|that|new|whole|entire|current|first|last|another|any|all|your|its|it|existing|next|second|same|long|short|following)$/

export interface ListName {
  /** Key in the store. */
  readonly id: string
  readonly title: string
}

/** Which list a sentence names: "my shopping list", "the list of chores", "a list called trip". Those that are kept are `known`. */
export function readListName(text: string, known: readonly string[] = []): ListName | undefined {
  const lower = text.toLowerCase().replaceAll(/to-do\b/g, 'todo')
  const kept = knownIn(lower, known)
  if (kept) return kept
  const called =
    /\blist (?:called|named|titled|for|about) (?:the |my |our )?["']?([\p{L}\d][\p{L}\d '-]{0,40}?)["']?$/u.exec(
      lower,
    )?.[1]
  const ofThings =
    /\blist of (?:my |the |all )*([\p{L}][\p{L} '-]{0,30}?)(?: (?:today|tomorrow|please|right now))?$/u.exec(
      lower,
    )?.[1]
  const before = /\b([\p{L}\d'-]+(?: [\p{L}\d'-]+)?) lists?\b/u.exec(lower)?.[1]
  for (const name of [before, called, ofThings]) {
    const found = name === undefined ? undefined : listNamed(name)
    if (found) return found
  }
  if (
    /\b(?:buy|groceries|at the store|from the store|shopping|(?:are|am|running|ran|run|getting) (?:all |completely |nearly |almost )?(?:out of|low on)|(?:need|want) (?:some )?more)\b/.test(
      lower,
    )
  )
    return listNamed('shopping')
  return /\b(?:tasks?|todos?|chores?)\b/.test(lower) ? listNamed('todo') : undefined
}

/** The longest name of a kept list that stands before "list". */
function knownIn(lower: string, known: readonly string[]): ListName | undefined {
  const found = known
    .filter((id) => new RegExp(String.raw`(?<![\p{L}\d])${pattern(id)} lists?\b`, 'u').test(lower))
    .toSorted((a, b) => b.length - a.length)[0]
  return found === undefined ? undefined : titled(found)
}

/** A list that is called so, whatever words are in its name: "trip to Rome". */
export function listCalled(name: string): ListName | undefined {
  const words = name
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  if (words.length === 0 || words.length > 8) return undefined
  return titled(aliases.get(words.join(' ')) ?? words.join('-'))
}

const always = ['shopping', 'groceries', 'grocery', 'todo', 'to do', 'to dos', 'todos']
const putting = '(?:add|put|place|include|append|stick|write|throw|pop|jot)'
const taking =
  '(?:remove|delete|erase|take|cross|tick|check|mark|scratch|strike|drop|untick|uncheck|unmark|rename|change|set|clear|get)'
const asking =
  '(?:is|are|have we|have i|do we|do i|did i|did we|what|which|how many|what is|how long is|show|read|list|tell)'
const shapes: readonly ((name: string) => RegExp)[] = [
  (name) =>
    new RegExp(
      String.raw`^(?:${putting}|${taking}|${asking})\b.* (?:to|on|onto|from|off|off of|in|into) (?:my |the |our )?(${name})(?=[.?!, ]*$|,? (?:due|by|for|before|on) \S)`,
      'iu',
    ),
  (name) =>
    new RegExp(
      String.raw`^(?:show|open|read|display|view|see|check|bring up|pull up|clear|empty|wipe|read out|what is (?:left )?(?:on|in)|how long is|rename|delete)(?: me)?(?: out)? (?:my |the |our )?(${name})(?=[.?! ]*$| to \S)`,
      'iu',
    ),
  (name) =>
    new RegExp(
      String.raw`^(?:${putting} (?:the following )?(?:to|on) )?(?:my |the |our )?(${name})(?=:|, ?\S+ ?,)`,
      'iu',
    ),
]
const mayNameOne = new RegExp(
  String.raw`^(?:${putting}|${taking}|${asking}|open|display|view|see|empty|wipe|bring|pull)\b|^[\p{L}\d' -]{2,40}[:,]`,
  'u',
)
/** Where a name that is also a list's means something else. */
const elsewhere =
  /\b(?:boards?|kanban|calendar|playlist|folder|files?|reading list|contacts?|bookmarks?|budget|journal|notes?|timer|alarm)\b|\blists?\b/i

/** "add socks to packing" names the list when there is one of that name: it is then read as if it had been called one. */
export function withListNamed<Said extends { readonly text: string; readonly lower: string }>(
  sentence: Said,
  known: () => readonly string[],
): Said {
  const { text, lower } = sentence
  if (!mayNameOne.test(lower) || elsewhere.test(lower)) return sentence
  const isSaid = (name: string) => words(name).every((word) => lower.includes(word))
  const names = [...always, ...known()].filter(isSaid).toSorted((a, b) => b.length - a.length)
  for (const name of names)
    for (const shape of shapes) {
      const match = shape(pattern(name)).exec(text)
      if (!match) continue
      const at = match.index + match[0].length
      const called = match[0].length - match[1]!.length
      const own = /\b(?:my|the|our) $/i.test(text.slice(0, called)) || called === 0 ? '' : 'my '
      const named = `${text.slice(0, called)}${own}${match[1]!} list${text.slice(at)}`
      return {
        ...sentence,
        text: named,
        lower: named
          .toLowerCase()
          .replaceAll(/[?!.,;]+(?=\s|$)/g, '')
          .trim(),
      }
    }
  return sentence
}

function pattern(name: string): string {
  return words(name).join("[ '-]+")
}

function words(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
}

export function listNamed(name: string): ListName | undefined {
  const words = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\d ]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !noNames.test(word))
  const whole = aliases.get(words.join(' ')) ?? aliases.get(words.filter(isNoLink).join(' '))
  const end = words.at(-1) ?? ''
  const last = aliases.get(words.slice(-2).join(' ')) ?? (onlyWhole.test(end) ? undefined : aliases.get(end))
  if (whole !== undefined || last !== undefined) return titled(whole ?? last!)
  // "add milk to my list": a verb or an article before "list" is no name.
  const id = words.filter(isNoLink).slice(-2).join('-')
  return id === '' ? undefined : titled(id)
}

function isNoLink(word: string): boolean {
  return !/^(?:to|on|from|of|in|onto|off|into|for|with|what|is|are|add|put|read|show|open|clear|delete|remove|make|create|check|and|have|made|see|me|tell|list|which|more|item|items|on|i|do|display|start|set|up|find|go|get|can|you|available|take|many|how|dont|not|want|please|out|at|by|does|did|grab|pull|give|empty|rid|cancel|erase|begin|need|wipe|complete|here|blank|keep|through|use|over|send|when|if|or)$/.test(
    word,
  )
}

export function titled(id: string): ListName {
  const title = id === 'todo' ? 'To do' : id.replaceAll('-', ' ')
  return { id, title: title[0]!.toUpperCase() + title.slice(1) }
}
