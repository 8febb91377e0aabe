import { expect, test } from 'vitest'
import { sentencesIn } from '../scripts/user-sentences.ts'

test('finds what code shows, with its line', () => {
  const source = `import { say } from './say the word.ts'
throw new AppError('NOT_FOUND', \`No file \${name}. \` + 'Check the path.')
const field = { label: 'Name', id: 'some id', path: Type.String({ description: 'Where it is' }) }
`
  expect(sentencesIn('error.ts', source)).toEqual([
    { line: 2, text: 'No file {name}. Check the path.' },
    { line: 3, text: 'Name' },
    { line: 3, text: 'Where it is' },
  ])
})

test('finds the text and the labels of a page, not its style', () => {
  const source = `const view = <p className="Two Words" aria-label="Open files">{count} files
  left {isOpen ? 'Close them' : ''}</p>
const row = 'flex items-center gap-2'`
  expect(sentencesIn('view.tsx', source).map(({ text }) => text)).toEqual([
    'Open files',
    'files left',
    'Close them',
  ])
})

test('leaves out queries, types, keys, comparisons and what people say to the chat', () => {
  const source = `type Kind = 'a kind'
database.prepare('SELECT name FROM people')
service.call('GET /api/store/:key')
const intent = { 'a key': 1, examples: ['show my files'], templates: ['(show|list) files'] }
const isOld = kind === 'an old kind'`
  expect(sentencesIn('intent.ts', source)).toEqual([])
})

test('finds texts inside what a template fills in', () => {
  const source = "const text = `Saved ${isAll ? 'all of it' : 'a part'}.`"
  expect(sentencesIn('text.ts', source).map(({ text }) => text.replace(/\{.*\}/, '…'))).toEqual([
    'Saved ….',
    'all of it',
    'a part',
  ])
})

test('reads Markdown by paragraph, without code', () => {
  const source = '# Guide\n\nOne sentence\nin two lines.\n\n```\nnpm start\n```\n- an item\n- another\n'
  expect(sentencesIn('guide.md', source)).toEqual([
    { line: 1, text: '# Guide' },
    { line: 3, text: 'One sentence in two lines.' },
    { line: 9, text: '- an item' },
    { line: 10, text: '- another' },
  ])
})

test('reads the text of HTML', () => {
  expect(sentencesIn('index.html', '<title>Page</title>\n<p>\nNo script.</p>')).toEqual([
    { line: 1, text: 'Page' },
    { line: 2, text: 'No script.' },
  ])
})
