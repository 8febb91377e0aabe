/** Names of lists that mean the same one; the key is what it is stored under. */
const aliases: Readonly<Record<string, string>> = {
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
}

/** A shop can have a list of its own: "the hardware store list" is not the one for groceries. */
const onlyWhole = /^(?:store|market|supermarket|buy|agenda)$/

const noNames =
  /^(?:my|the|our|a|an|this|that|new|whole|entire|current|first|last|another|any|all|your|its|it|existing|next|second|same|long|short|following)$/

export interface ListName {
  /** Key in the store. */
  readonly id: string
  readonly title: string
}

/** Which list a sentence names: "my shopping list", "the list of chores", "a list called trip". */
export function readListName(text: string): ListName | undefined {
  const lower = text.toLowerCase().replaceAll(/to-do\b/g, 'todo')
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
  if (/\b(?:buy|groceries|at the store|from the store|shopping)\b/.test(lower)) return listNamed('shopping')
  return /\b(?:tasks?|todos?|chores?)\b/.test(lower) ? listNamed('todo') : undefined
}

export function listNamed(name: string): ListName | undefined {
  const words = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\d ]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !noNames.test(word))
  const whole = aliases[words.join(' ')] ?? aliases[words.filter(isNoLink).join(' ')]
  const end = words.at(-1) ?? ''
  const last = aliases[words.slice(-2).join(' ')] ?? (onlyWhole.test(end) ? undefined : aliases[end])
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

function titled(id: string): ListName {
  const title = id === 'todo' ? 'To do' : id.replaceAll('-', ' ')
  return { id, title: title[0]!.toUpperCase() + title.slice(1) }
}
