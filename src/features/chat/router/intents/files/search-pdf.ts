import type { FilePlace } from '../../../../../platform/language/values/file-places.ts'
import { callTool } from '../../answers/call-tool.ts'
import { plainName } from '../../answers/file-list.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { isAll, Place, unquoted } from './file-slots.ts'
import { findPlace } from './find-file.ts'

export const intent = defineIntent({
  name: 'SEARCH_PDF',
  label: 'Search a PDF',
  example: 'Search ~/contract.pdf for notice period',
  slots: { path: Place, query: required.text },
  needs: ['path', 'query'],
  isExact: true,
  templates: [
    '(search|look|scan) [in|inside|through] {path:pdf} for [the (word|words|text)] {query:exact}',
    '(does|where does|what does) {path:pdf} (mention|contain|say [anything] about|say) [the (word|words|text)] {query:exact}',
    '(which|what) (page|pages) (of|in) {path:pdf} (mention|mentions|say|says|contain|contains) {query:exact}',
    '(find|search [for]|look for|look up|locate) [[the] (page|pages|passage|part|section) about] [the (word|words|text)] {query:exact} (in|inside|within) {path:pdf}',
  ],
  fill({ path, query }, said) {
    const words = unquoted(query as string)
    return isAll(said) && words !== '' ? { path: path as FilePlace, query: words } : undefined
  },
  async act(understood, port) {
    const { path: place, query } = understood.slots
    const path = await findPlace(port, understood, place)
    if (path === undefined) return
    const args = { path, query }
    const data = await callTool(port, understood, { action: 'SEARCH_PDF', args, says: true })
    const matches = (data?.['matches'] ?? []) as readonly { page: number; context: string }[]
    if (matches.length === 0) return
    understood.writer.add({
      type: 'list',
      title: `“${query}”`.slice(0, 200),
      items: matches.slice(0, 30).map(({ page, context }) => ({
        text: plainName(context).slice(0, 1_000) || '…',
        badge: `page ${page}`,
      })),
    })
  },
})
