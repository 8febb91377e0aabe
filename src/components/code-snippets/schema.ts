import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line, passage, title } from '../members.ts'
import { createdAt, entryId, initial, storeKey, tags, updatedAt } from '../stored.ts'

/** What is kept under the key `id` of code_snippets. */
export const stored = Type.Object(
  {
    snippets: Type.Array(
      Type.Object({
        id: entryId,
        title: line('What it does', 300),
        language: Type.Optional(line('Language of the highlighting, e.g. python', 32)),
        code: passage('The code itself', 100_000),
        tags,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
      { maxItems: 1_000, description: 'Snippets, the newest first' },
    ),
  },
  { description: 'Pieces of code' },
)

export const codeSnippets = defineComponent({
  type: 'code_snippets',
  tier: 3,
  summary: 'Pieces of code and commands that are kept, to find and copy again.',
  props: closed({ id: storeKey('snippets'), title, initial: initial(stored) }),
  example: {
    id: 'snippets',
    initial: {
      snippets: [{ id: '1', title: 'Largest folders', language: 'bash', code: 'du -h -d1 | sort -h' }],
    },
  },
  gallery: {
    group: 'Lists and notes',
    title: 'Code snippets',
    about: 'Code and commands to copy again',
    icon: 'code',
    start: { id: 'snippets', title: 'Code snippets' },
  },
})
