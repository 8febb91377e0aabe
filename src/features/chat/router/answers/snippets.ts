import type { StoredOf } from '../../../../components/schemas.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { cards } from './cards.ts'
import {
  addFirst,
  counted,
  entriesOf,
  offerToClear,
  removeNamed,
  shortened,
  type Collection,
  type Entry,
} from './entries.ts'
import { matchesOf } from './matching.ts'
import type { StoredValues } from './stored.ts'

type Snippet = StoredOf<'code_snippets'>['snippets'][number] & Entry

export const snippets: Collection<Snippet> = {
  card: cards.snippets,
  member: 'snippets',
  most: 1_000,
  noun: 'snippet',
  nouns: 'snippets',
  name: ({ title }) => title,
  text: ({ title, code, language = '', tags = [] }) => `${title} ${language} ${code} ${tags.join(' ')}`,
  isWhole: ({ title, code }) => typeof title === 'string' && typeof code === 'string',
}

export function snippetActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    code_snippets: (understood) => showSnippets(store, understood),
    'snippet.add': (understood) => addSnippet(store, understood),
    async 'snippet.remove'(understood) {
      if (understood.slots['all'] === true) return offerToClear(store, understood, snippets)
      await removeNamed(store, understood, {
        collection: snippets,
        wanted: textOf(understood.slots, 'about')!,
      })
    },
  }
}

async function addSnippet(store: StoredValues, { slots, voice, when }: Understood): Promise<void> {
  const code = textOf(slots, 'code')!.slice(0, 100_000)
  const title = (textOf(slots, 'title') ?? shortened(code)).slice(0, 300)
  await addFirst(store, snippets, { entry: { title, code }, now: when.now })
  voice.say(`Saved the snippet “${title}”.`)
  voice.add(snippets.card)
}

function showSnippets(store: StoredValues, { slots, voice }: Understood): void {
  const all = entriesOf(store, snippets)
  const about = textOf(slots, 'about')
  const found = about === undefined ? [] : matchesOf(all, about, snippets).entries
  if (slots['count'] === true) voice.say(`You have ${counted(all.length, snippets)}.`)
  if (about !== undefined && found.length === 0) voice.decline(`No snippet mentions “${about}”.`)
  else if (about !== undefined) voice.say(`${counted(found.length, snippets)} for “${about}”:`)
  for (const { title, code, language } of found.slice(0, 5))
    voice.add({ type: 'code', filename: title, code, ...(isLanguage(language) && { language }) })
  if (found.length === 0) voice.add(snippets.card)
}

function isLanguage(name: string | undefined): name is string {
  return name !== undefined && /^[A-Za-z0-9+#._-]+$/.test(name)
}
