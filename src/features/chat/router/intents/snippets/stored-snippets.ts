import type { StoredOf } from '../../../../../components/schemas.ts'
import { cards } from '../../answers/cards.ts'
import type { Collection, Entry } from '../../answers/entries.ts'

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
