import { expect, it } from 'vitest'
import { readToolFlags, type ToolParameters } from './tool-flags.ts'

const parameters: ToolParameters = {
  required: ['path'],
  properties: {
    path: { type: 'string', description: 'Absolute path of the file' },
    folder: { type: 'string', default: '~', description: 'Where to look' },
    place: { type: 'string', description: 'Path in the repository' },
    max_results: { type: 'integer' },
    overwrite: { type: 'boolean', default: true },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'number' } },
    files: { type: 'array', items: { type: 'string' }, description: 'Absolute paths of files' },
    options: { type: 'object' },
    either: { type: ['string', 'number'] },
    anything: {},
  },
}

const reading = {
  folder: '/work here',
  readInput: () => Promise.resolve('from the input'),
  readFile: (path: string) => Promise.resolve(`text of ${path}`),
}

const read = async (...words: string[]) =>
  (await readToolFlags('TRY', ['--path', '/p', ...words], { parameters, reading })).args

it.each([
  [['--max-results', '5'], { max_results: 5 }],
  [['--max_results=5'], { max_results: 5 }],
  [['--overwrite'], { overwrite: true }],
  [['--no-overwrite'], { overwrite: false }],
  [['--tags', 'a', '--tags', 'b'], { tags: ['a', 'b'] }],
  [['--tags', '["a","b"]'], { tags: ['a', 'b'] }],
  [['--sizes', '1', '--sizes', '2.5'], { sizes: [1, 2.5] }],
  [['--options', '{"deep":true}'], { options: { deep: true } }],
  [['--either', '12'], { either: '12' }],
  [['--anything', '12'], { anything: 12 }],
  [['--anything', 'word'], { anything: 'word' }],
  [['--place', '-'], { place: 'from the input' }],
  [['--place', '@notes.md'], { place: 'text of notes.md' }],
  [['--place', '@@me'], { place: '@me' }],
  [['--args', '{"max_results":3}', '--tags', 'x'], { max_results: 3, tags: ['x'] }],
])('reads %j', async (words, args) => {
  expect(await read(...words)).toEqual({ path: '/p', ...args })
})

it('makes them whole in lists and in --args, too', async () => {
  expect(await read('--files', '["b","/c"]', '--args', '{"folder":"x","tags":["y"]}')).toEqual({
    path: '/p',
    files: ['/work here/b', '/c'],
    folder: '/work here/x',
    tags: ['y'],
  })
  await expect(read('--args', '{x')).rejects.toThrow('--args takes JSON')
})

it('makes paths of this machine whole, and leaves those of elsewhere', async () => {
  expect(
    await read('--path', 'a.txt', '--folder', '.', '--place', 'src', '--files', 'b', '--files', '~/c'),
  ).toEqual({
    path: '/work here/a.txt',
    folder: '/work here',
    place: 'src',
    files: ['/work here/b', '~/c'],
  })
})

it.each([
  [['--max-results', 'many'], '--max-results takes a number, not "many".'],
  [['--options', 'deep'], '--options takes JSON'],
  [['--args', '[1]'], '--args takes a JSON object'],
  [['--tgs', 'a'], `Unknown option '--tgs'. Did you mean "--tags"?`],
  [['--colour', 'a'], `Unknown option '--colour'. "deskhand run TRY --help" shows what it takes.`],
  [['word'], "Unexpected argument 'word'"],
])('refuses %j in a sentence', async (words, sentence) => {
  await expect(read(...words)).rejects.toThrow(sentence)
})

it('says which argument is missing, and what it is', async () => {
  await expect(readToolFlags('TRY', [], { parameters, reading })).rejects.toThrow(
    '--path is required. Absolute path of the file',
  )
})
