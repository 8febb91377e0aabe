import { definePlugin } from '../../contract/tool.ts'
import { fetchPage } from './fetch-page.ts'
import { webSearch } from './web-search.ts'

export const web = definePlugin({
  agent: 'web',
  title: 'Web',
  summary: 'Searches the web and reads public pages.',
  tools: [fetchPage, webSearch],
})
