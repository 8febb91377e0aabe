import { expect, test } from 'vitest'
import type { SearchEntry } from './search-entries.ts'
import * as site from './site.ts'

interface Search {
  createSearch(entries: readonly SearchEntry[]): (question: string, most?: number) => SearchEntry[]
}

const { createSearch } = (await import(new URL('../page/search.js', import.meta.url).href)) as Search
const search = createSearch(await site.entries({ paths: {} }))

/** What a newcomer would ask, and the page on which the answer is. */
test.each([
  ['install', 'guide'],
  ['start automatically at login', 'guide'],
  ['backup and restore', 'guide'],
  ['use it from another computer', 'guide'],
  ['data folder', 'guide'],
  ['command line options', 'command-line'],
  ['shell completion', 'command-line'],
  ['exit codes', 'command-line'],
  ['set up ollama', 'models'],
  ['api key for the model', 'models'],
  ['fallback model', 'models'],
  ['token prices', 'models'],
  ['resume a stream', 'chat'],
  ['web search', 'web'],
  ['fetch a page', 'web'],
  ['first workflow', 'workflows'],
  ['retry a failed step', 'workflows'],
  ['names in arguments', 'workflows'],
  ['workflow states', 'workflows'],
  ['plan from a sentence', 'workflows'],
  ['start when a file arrives', 'automations'],
  ['webhook trigger', 'automations'],
  ['secrets of an automation', 'automations'],
  ['export an automation', 'automations'],
  ['functions in conditions', 'expressions'],
  ['connect gmail', 'mail'],
  ['imap settings', 'mail'],
  ['caldav', 'calendar'],
  ['google chat', 'webhooks'],
  ['microsoft teams bot', 'webhooks'],
  ['claude desktop mcp', 'mcp'],
  ['add an mcp server', 'mcp'],
  ['take a screenshot', 'desktop'],
  ['stop the computer task', 'computer-control'],
  ['what asks for approval on the desktop', 'computer-control'],
  ['write a plugin', 'write-a-plugin'],
  ['plugin permissions', 'plugins'],
  ['write my own client', 'write-a-shell'],
  ['draw components', 'write-a-shell'],
  ['postgres workers', 'scaling'],
  ['several machines', 'scaling'],
  ['evaluate my model', 'evaluation'],
  ['environment variables', 'settings'],
  ['READ_PDF', 'tools'],
  ['get started', 'tutorial'],
  ['quick start for beginners', 'tutorial'],
  ['what is a component', 'concepts'],
  ['what is taint', 'concepts'],
  ['glossary of terms', 'concepts'],
  ['recipes', 'cookbook'],
  ['example automations to copy', 'cookbook'],
  ['port in use', 'troubleshooting'],
  ['it does not start', 'troubleshooting'],
  ['error code not_configured', 'troubleshooting'],
  ['update to a new version', 'upgrade'],
  ['uninstall', 'upgrade'],
  ['roll back to the old version', 'upgrade'],
  ['is it safe', 'security'],
  ['prompt injection', 'security'],
  ['does it send telemetry', 'security'],
  ['difference to n8n', 'comparison'],
  ['home assistant', 'comparison'],
  ['api breaking changes', 'api-changelog'],
  ['diagram of the architecture', 'architecture'],
  ['add a built-in tool', 'write-a-tool'],
  ['my first plugin', 'write-a-plugin'],
  ['agent skills', 'skills'],
  ['windows', 'platforms'],
  ['telegram bot', 'channels'],
])('"%s" finds the page %s first', (question, page) => {
  const [first] = search(question)
  expect(first?.address.split('#')[0]).toBe(`/docs/${page}`)
})

test('a word that is still being written finds what it begins, and nonsense finds nothing', () => {
  expect(search('caldav')[0]?.address).toBe(search('calda')[0]?.address)
  expect(search('xqzzt')).toEqual([])
  expect(search('  ')).toEqual([])
})
