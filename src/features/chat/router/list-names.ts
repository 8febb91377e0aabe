/** Names that mean the same list, by what it is stored under. */
const namesOf: Readonly<Record<string, string>> = {
  shopping: 'shopping,grocery,groceries,store,market,supermarket,buy,things to buy',
  todo: 'todo,to do,to dos,task,tasks,todos,chore,chores,things to do,agenda',
  reminders: 'reminder,reminders',
}
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries(namesOf).flatMap(([id, names]) => names.split(',').map((name) => [name, id] as const)),
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

export function titled(id: string): ListName {
  const title = id === 'todo' ? 'To do' : id.replaceAll('-', ' ')
  return { id, title: title[0]!.toUpperCase() + title.slice(1) }
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
}

const MAX_WORDS = 8

/** A list that is called so, whatever words are in its name: "trip to Rome". */
export function listCalled(name: string): ListName | undefined {
  const words = wordsOf(name)
  if (words.length === 0 || words.length > MAX_WORDS) return undefined
  return titled(aliases.get(words.join(' ')) ?? words.join('-'))
}

/** The usual list that the words end with: "weekly grocery" is the shopping. */
function usualList(words: readonly string[]): ListName | undefined {
  const end = words.at(-1) ?? ''
  const id =
    aliases.get(words.join(' ')) ??
    aliases.get(words.slice(-2).join(' ')) ??
    (onlyWhole.test(end) ? undefined : aliases.get(end))
  return id === undefined ? undefined : titled(id)
}

/** What stands before "list", all of it; one that is kept is `known`. */
export function listTitled(name: string, known: readonly string[] = []): ListName | undefined {
  const words = wordsOf(name).filter((word) => !noNames.test(word))
  if (words.length === 0) return undefined
  const kept = [words.join('-'), words.slice(-2).join('-')].find((id) => known.includes(id))
  return kept === undefined ? (usualList(words) ?? titled(words.join('-'))) : titled(kept)
}

/** The last words of what stands before "list", where other words of the sentence stand before them. */
export function listNamed(name: string): ListName | undefined {
  const words = wordsOf(name).filter((word) => !noNames.test(word))
  const bare = words.filter((word) => !links.has(word))
  const usual = usualList(words) ?? usualList(bare)
  // "add milk to my list": a verb or an article before "list" is no name.
  return usual ?? (bare.length === 0 ? undefined : titled(bare.slice(-2).join('-')))
}

const links: ReadonlySet<string> = new Set(
  `to on from of in onto off into for with what is are add put read show open clear delete remove make create check and have
  made see me tell list which more item items i do display start set up find go get can you available take many how dont
  not want please out at by does did grab pull give empty rid cancel erase begin need wipe complete here blank keep through
  use over send when if or destroy edit state name save describe mention`.split(/\s+/),
)

const named = /\b([\p{L}\d'-]+(?: [\p{L}\d'-]+)?) lists?\b/u
const aboutShopping =
  /\b(?:buy|groceries|(?:at|from) the (?:store|shops?|supermarket)|shopping|(?:out of|low on)|(?:need|want) (?:some )?more)\b/
const aboutTasks = /\b(?:tasks?|todos?|chores?)\b/

/** Which list a sentence speaks of, somewhere in it. */
export function listIn(text: string): ListName | undefined {
  const lower = text.toLowerCase()
  const found = listNamed(named.exec(lower)?.[1] ?? '')
  if (found) return found
  if (aboutShopping.test(lower)) return titled('shopping')
  return aboutTasks.test(lower) ? titled('todo') : undefined
}
