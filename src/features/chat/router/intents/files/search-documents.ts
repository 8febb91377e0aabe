import type { ActPort } from '../../act-port.ts'
import { askFor, type Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { fileList, filesIn, plainName } from '../../answers/file-list.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { inContent, unique } from './content-search.ts'
import { unquoted } from './file-slots.ts'
import { lookUp } from './find-file.ts'

const documents = '[all] (my|the|our) (documents|papers|docs)'
const say = '(say|mention|tell|tell me|have|contain)'

export const intent = defineIntent({
  name: 'SEARCH_DOCUMENTS',
  label: 'Search my documents',
  example: 'What do my documents say about the rent?',
  family: 'files',
  slots: { query: required.text },
  needs: ['query'],
  templates: [
    `(search|look in|look through|search in|search through|go through|check) (${documents}|documents) (for|about) {query}`,
    `(find|search [for]|look for|look up) in (my|our) documents [:] {query}`,
    `(find|search [for]|look for|look up) {query} in (my|our) (documents|papers)`,
    `what (do|does) (${documents}|[all] my files) ${say} (about|on|regarding) {query}`,
    `(do|does) ${documents} ${say} [anything|something] [about|on|regarding] {query}`,
    'which of my (documents|papers) (mention|contain|talk about|say something about) {query}',
    `according to ${documents} {query}`,
    `ask ${documents} (about|for) {query}`,
  ],
  examples: ['find {topic} in the documents i uploaded', 'what does the contract say about {topic}'],
  fill: ({ query }) => ({ query: unquoted(query as string) }),
  read({ text }) {
    const query =
      /\b(?:say|says|mention|mentions|tell|about|on|regarding|for)(?: (?:about|on))? (?!my\b)(.+?)(?: in (?:my|the) documents.*)?[?.!]*$/i.exec(
        text,
      )?.[1]
    return query === undefined ? undefined : { query }
  },
  /** Looks at what was added to the documents, and where nothing of it will do, at the files of that folder. */
  async act(understood, port) {
    const { query } = understood.slots
    if (!query) return understood.writer.add(askForWords)
    const data = await callTool(port, understood, { action: 'SEARCH_DOCUMENTS', args: { query } })
    if (!data) return
    const found = (Array.isArray(data['documents']) ? data['documents'] : []) as readonly FoundDocument[]
    if (found.length > 0) showDocuments(understood, found)
    else await searchDocumentFiles(understood, port, query)
  },
})

const askForWords = askFor({
  title: 'Search my documents',
  label: 'Words',
  placeholder: 'rent',
  message: 'Search my documents for "$value"',
})

interface FoundDocument {
  readonly title: string
  readonly matches?: readonly { readonly text?: string; readonly snippet?: string }[]
}

async function searchDocumentFiles(understood: Understood, port: ActPort, query: string): Promise<void> {
  const { writer } = understood
  const within = { path: '~/Documents', type: 'file' }
  const words = query.replaceAll(/^"|"$/g, '')
  const named = await lookUp(port, understood, { action: 'SEARCH_FILES', args: { query: words, ...within } })
  const holding = await lookUp(port, understood, {
    action: 'SEARCH_FILES',
    args: { query: '*', contains: words, ...within },
  })
  const byName = named?.['matched_by'] === 'similar' ? [] : filesIn(named?.['results'])
  const byText = filesIn(holding?.['results'])
  const { files } = await inContent(understood, port, { words, folder: '~/Documents' })
  const found = unique([
    ...byName.map((file) => ({ ...file, matched: 'matches the name' })),
    ...files,
    ...byText.map((file) => ({ ...file, matched: 'has it in its text' })),
  ])
  const first = `None of the documents added here mention “${plainName(words)}”.`
  if (found.length === 0)
    return writer.decline(`${first} No file in your Documents folder has it in its name or text.`)
  writer.say(
    `${first} In your Documents folder I found ${found.length === 1 ? 'this file' : `these ${found.length} files`}.`,
  )
  writer.add(fileList(found, { title: 'In your Documents folder' }))
}

function showDocuments({ writer }: Pick<Understood, 'writer'>, documents: readonly FoundDocument[]): void {
  writer.add({
    type: 'list',
    title: 'In your documents',
    items: documents.slice(0, 20).map(({ title, matches = [] }) => ({
      text: plainName(title).slice(0, 1_000),
      ...(matches[0] && {
        detail: (matches[0].snippet ?? matches[0].text ?? '').slice(0, 1_000) || title.slice(0, 1_000),
      }),
    })),
  })
}
