import { expect, test } from 'vitest'
import { definePlugin, defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { plugins } from '../../plugins/registry.ts'
import { rankTools } from './rank-tools.ts'
import { ToolCatalog } from './tool-catalog.ts'

const catalog = new ToolCatalog({ builtIn: plugins, edition: 'linux' })
const best = (sentence: string) =>
  rankTools(catalog.list(), sentence, 3).map(({ entry }) => entry.tool.action)

test.each([
  ['search my Documents for invoices', 'SEARCH_FILES'],
  ['listing what lies in ~/Downloads', 'LIST_FILES'],
  ['create a spreadsheet ~/list.xlsx from it', 'WRITE_XLSX'],
  ['read ~/contract.pdf', 'READ_PDF'],
  ['unpacking ~/photos.zip', 'EXTRACT_ARCHIVE'],
  ['make a bar chart of ~/sales.csv', 'GENERATE_CHART_IMAGE'],
  ['combine two powerpoints', 'MERGE_PPTX'],
  ['how many pages does ~/a.pdf have', 'PDF_INFO'],
  ['throw ~/old.txt away', 'DELETE_FILE'],
])('"%s" speaks of %s', (sentence, action) => {
  expect(best(sentence)[0]).toBe(action)
})

test('names inside of paths and quotes say nothing', () => {
  expect(best('read ~/delete-archive/zip.pdf')[0]).toBe('READ_PDF')
  expect(best('write "delete the archive" to ~/a.txt')[0]).toBe('WRITE_FILE')
})

test('a sentence without a word of any tool gives none, and the limit holds', () => {
  expect(rankTools(catalog.list(), 'xyzzy plugh', 12)).toEqual([])
  expect(rankTools(catalog.list(), '', 12)).toEqual([])
  expect(rankTools(catalog.list(), 'file', 4)).toHaveLength(4)
})

test('scores fall and stay between nothing and everything', () => {
  const scores = rankTools(catalog.list(), 'list the files in ~/Downloads', 20).map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  for (const score of scores) expect(score).toBeGreaterThan(0)
  for (const score of scores) expect(score).toBeLessThanOrEqual(1)
})

test('a tool without phrases is found by its name and description', () => {
  const tool = defineTool({
    action: 'BREW_COFFEE',
    title: 'Brew coffee',
    description: 'Makes an espresso.',
    params: Type.Object({}),
    data: Type.Object({}),
    risk: 'write',
    idempotent: false,
    example: { args: {} },
    run: async () => ({ message: '', data: {} }),
  })
  const plugin = definePlugin({ agent: 'kitchen', title: 'Kitchen', summary: '', tools: [tool] })
  const both = new ToolCatalog({ builtIn: [...plugins, plugin], edition: 'linux' })
  expect(rankTools(both.list(), 'brewing an espresso', 1)[0]?.entry.tool.action).toBe('BREW_COFFEE')
})
