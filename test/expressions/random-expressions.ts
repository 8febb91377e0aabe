import { seededRandom } from '../../src/features/chat/router/classifier/seeded-random.ts'

/** An expression as data, as the reference understands it. A path has null where the text has `[*]`. */
export type Tree =
  | { readonly is: 'value'; readonly value: string | number | boolean | null }
  | { readonly is: 'list'; readonly items: readonly Tree[] }
  | { readonly is: 'name'; readonly name: string; readonly path: readonly (string | number | null)[] }
  | { readonly is: 'not'; readonly of: Tree }
  | { readonly is: 'minus'; readonly of: Tree }
  | { readonly is: 'operator'; readonly operator: string; readonly left: Tree; readonly right: Tree }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Tree[] }

export interface Random {
  /** A whole number from 0, below this. */
  below(limit: number): number
  pick<Item>(from: readonly Item[]): Item
}

/** The same for the same seed. */
export function createRandom(seed: number | string): Random {
  const next = seededRandom(String(seed))
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (from) => from[below(from.length)]! }
}

type Kind = 'truth' | 'number' | 'text' | 'list'
const kinds: readonly Kind[] = ['truth', 'number', 'text', 'list']

/** What the names in random expressions stand for. */
export const sampleValues: Readonly<Record<string, unknown>> = {
  n: 3,
  half: 0.5,
  t: 'Your Invoice 17',
  word: 'a*b',
  yes: true,
  none: null,
  'step-1': { state: 'done', 'first name': 'Ada', n: -2, ok: false, tags: ['x', 'y'] },
  'my.id': { deep: { er: [1, 2, 3] }, when: '2026-11-15T07:59:00Z' },
  numbers: [1, 2, 3, 10, -1],
  texts: ['a', 'b', 'Invoice', ''],
  truths: [true, false, true],
  mixed: [1, 'a', null, true, [1], { a: 1 }],
  files: [
    { path: 'a.txt', bytes: 10, read: true, tags: ['x'] },
    { path: 'b.pdf', bytes: 5000, read: false, tags: [] },
    { path: 'c.PDF', bytes: 70, read: true, tags: ['x', 'z'] },
  ],
  empty: [],
}

type Name = Extract<Tree, { is: 'name' }>
const named = (name: string, ...path: Name['path']): Name => ({ is: 'name', name, path })

const names: Readonly<Record<Kind, readonly Name[]>> = {
  truth: [
    named('yes'),
    named('step-1', 'ok'),
    named('truths', 1),
    named('truths', null),
    named('files', null, 'read'),
  ],
  number: [
    named('n'),
    named('half'),
    named('step-1', 'n'),
    named('my.id', 'deep', 'er', 2),
    named('numbers', null),
    named('files', null, 'bytes'),
    named('files', 1, 'bytes'),
  ],
  text: [
    named('t'),
    named('word'),
    named('step-1', 'first name'),
    named('my.id', 'when'),
    named('texts', null),
    named('files', null, 'path'),
    named('files', null, 'tags', null),
  ],
  list: [named('numbers'), named('texts'), named('truths'), named('empty'), named('files'), named('mixed')],
}
const strange: readonly Name[] = [
  named('none'),
  named('none', 'a', null),
  named('unknown'),
  named('t', 'length'),
  named('numbers', 'length'),
  named('files', null, 'constructor'),
  named('step-1', '__proto__', 'toString'),
  named('step-1'),
  named('files', 1),
  named('numbers', 99),
  named('mixed', null),
  named('mixed', null, 'a'),
  named('mixed', null, null),
  named('my.id', 'deep', null),
]

const texts = [
  '',
  'a',
  'invoice',
  '*',
  'a*',
  '*.pdf',
  '12',
  ' 3.5 ',
  'x"y',
  "it's",
  '\\',
  'é\n',
  '2026-11-15',
  '😀',
]
const numbers = [0, 1, 2, 3, 10, 0.5, 1000, 1e21, 1e-7, 1e308, 1.5e308]

/** A random expression that is mostly of one kind; now and then something else stands where it does not belong. */
export function randomTree(random: Random, depth: number, kind: Kind = random.pick(kinds)): Tree {
  if (random.below(25) === 0) return random.pick(strange)
  const wanted = random.below(20) === 0 ? random.pick(kinds) : kind
  if (depth <= 0 || random.below(6) === 0) return randomLeaf(random, wanted)
  return makers[wanted](random, (of) => randomTree(random, depth - 1, of))
}

function randomLeaf(random: Random, kind: Kind): Tree {
  if (random.below(2) === 0) return random.pick(names[kind])
  if (kind === 'list') return { is: 'list', items: [] }
  if (kind === 'truth') return { is: 'value', value: random.pick([true, false, true, false, null]) }
  return { is: 'value', value: kind === 'number' ? random.pick(numbers) : random.pick(texts) }
}

type Make = (of?: Kind) => Tree

const makers: Readonly<Record<Kind, (random: Random, make: Make) => Tree>> = {
  truth(random, make) {
    const kind = random.pick<Kind>(['number', 'text', 'number', 'text', ...kinds])
    return random.pick<() => Tree>([
      () => operator(random.pick(['and', 'or']), make('truth'), make('truth')),
      () => operator(random.pick(['<', '<=', '>', '>=', '==', '!=']), make(kind), make(kind)),
      () => operator(random.pick(['==', '!=']), make(), make()),
      () => operator(random.pick(['in', 'not in']), make(), make('list')),
      () => operator(random.pick(['in', 'not in']), make('text'), make('text')),
      () => ({ is: 'not', of: make('truth') }),
      () => call(random.pick(['any', 'all']), random.below(2) === 0 ? make('truth') : make('list')),
      () => call(random.pick(['starts_with', 'ends_with', 'like', 'contains']), make('text'), make('text')),
      () => call('empty', make()),
    ])()
  },
  number(random, make) {
    return random.pick<() => Tree>([
      () => operator(random.pick(['+', '-', '*', '/', '%']), make('number'), make('number')),
      () => ({ is: 'minus', of: make('number') }),
      () => call('size', make(random.pick<Kind>(['list', 'text']))),
      () => call('number', make(random.pick<Kind>(['number', 'text']))),
      () => call('age_s', make('text')),
    ])()
  },
  text(random, make) {
    return random.pick<() => Tree>([
      () => operator('+', make('text'), make('text')),
      () => call(random.pick(['lower', 'upper']), make('text')),
      () => call('text', make()),
    ])()
  },
  list(random, make) {
    const kind = random.pick(kinds)
    return { is: 'list', items: Array.from({ length: random.below(4) }, () => make(kind)) }
  },
}

function operator(sign: string, left: Tree, right: Tree): Tree {
  return { is: 'operator', operator: sign, left, right }
}

function call(name: string, ...args: Tree[]): Tree {
  return { is: 'call', name, args }
}
