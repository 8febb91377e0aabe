import { glob, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Who may import whom when the code runs. `import type` is erased first, so types are free. */
const mayImport = {
  'src/contract': [],
  'src/platform': ['src/contract'],
  'src/migrations': ['src/contract'],
  'src/widgets': ['src/contract', 'src/platform'],
  'src/features': ['src/contract', 'src/platform', 'src/widgets/contracts.ts'],
  'src/plugins': ['src/contract', 'src/platform'],
  'src/components': [
    'src/contract',
    'src/components/action.ts',
    'src/components/members.ts',
    'src/components/stored.ts',
    'src/components/view-kit',
    // Pure readers of values: a browser loads them too.
    'src/platform/language/values',
  ],
  'src/client': ['src/contract', 'src/features/contracts.ts'],
  'src/cli': [
    'src/client/read-events.ts',
    'src/client/wire.ts',
    'src/contract',
    'src/platform',
    // What components say and work out, without their views.
    'src/components/describe.ts',
    'src/components/sources.ts',
    'src/components/flashcards/deck.ts',
    'src/components/task-tracker/live-steps.ts',
    'src/components/task-tracker/text.ts',
    'src/components/tic-tac-toe/game.ts',
    'src/components/view-kit/random.ts',
    'openapi.json',
    'package.json',
  ],
  'src/program': ['src/cli', 'src/contract', 'src/platform', 'src/server', 'package.json'],
  'src/server': [
    'src/contract',
    'src/platform',
    'src/migrations',
    'src/features',
    'src/plugins',
    'src/widgets',
    'src/components',
    'src/cli/dispatch.ts',
    'package.json',
  ],
} satisfies Record<string, readonly string[]>

/** In these, each folder is a unit of its own and does not know its neighbours. */
const heldApart = ['src/features', 'src/plugins', 'src/components']

for (const [layer, allowed] of Object.entries(mayImport)) {
  test(`${layer} imports ${allowed.join(', ') || 'nothing'}`, async () => {
    const strays: string[] = []
    for await (const file of glob(`${layer}/**/*.ts`)) {
      if (file.endsWith('.test.ts')) continue
      const roots = [homeOf(file, layer), ...allowed]
      const targets = await runtimeImports(file)
      strays.push(
        ...targets
          .filter((target) => !roots.some((root) => isUnder(target, root)))
          .map((t) => `${file} -> ${t}`),
      )
    }
    expect(strays).toEqual([])
  })
}

test('every folder of src has a rule', async () => {
  const folders = new Set<string>()
  for await (const file of glob('src/*/**/*.ts')) folders.add(file.split('/').slice(0, 2).join('/'))
  expect([...folders].toSorted()).toEqual(
    Object.keys(mayImport)
      .filter((layer) => folders.has(layer))
      .toSorted(),
  )
})

test('contracts and readers of values touch neither node nor the network, so that a browser can load them', async () => {
  const strays: string[] = []
  for await (const file of glob('src/{contract,features}/**/{contract,schemas,contracts}.ts'))
    if (/from 'node:|from 'fastify/.test(stripTypeScriptTypes(await readFile(file, 'utf8'))))
      strays.push(file)
  for await (const file of glob('src/{contract,platform/language/values}/**/*.ts'))
    if (!file.endsWith('.test.ts') && /from 'node:/.test(stripTypeScriptTypes(await readFile(file, 'utf8'))))
      strays.push(file)
  expect(strays).toEqual([])
})

test('no files import each other in a circle, types and import() included', async () => {
  const imported = new Map<string, readonly string[]>()
  for await (const file of glob('{src,web/src}/**/*.{ts,tsx}'))
    if (!/\.test\.tsx?$/.test(file)) imported.set(file, importsIn(file, await readFile(file, 'utf8')))
  expect(circlesIn(imported)).toEqual([])
})

test('a command is loaded when it is run, not with the list of all', async () => {
  const loaded = await loadedWith('src/cli/commands.ts')
  expect([...loaded].filter((file) => isUnder(file, 'src/cli/commands'))).toEqual([])
})

test('no source file has more than 300 lines', async () => {
  const long: string[] = []
  for await (const file of glob('{src,web/src}/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$/.test(file)) continue
    const lines = (await readFile(file, 'utf8')).split('\n').length - 1
    if (lines > 300) long.push(`${file}: ${lines}`)
  }
  expect(long).toEqual([])
})

/** Takes away what imports nothing that is left, again and again: what stays is a circle, or leads into one. */
function circlesIn(imported: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(imported)
  for (let before = -1; before !== left.size;) {
    before = left.size
    for (const [file, targets] of left) if (!targets.some((target) => left.has(target))) left.delete(file)
  }
  return [...left].map(([file, targets]) => `${file} -> ${targets.filter((one) => left.has(one)).join(', ')}`)
}

/** The folder a file may import from freely: its unit where units are held apart, else its layer. */
function homeOf(file: string, layer: string): string {
  // The lists at the top of a layer collect its units.
  if (file.split('/').length === 3) return layer
  return heldApart.includes(layer) ? file.split('/').slice(0, 3).join('/') : layer
}

function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}

async function runtimeImports(file: string): Promise<string[]> {
  return importsIn(file, stripTypeScriptTypes(await readFile(file, 'utf8')))
}

/** What comes along when a file is loaded; what it fetches by import() comes later. */
async function loadedWith(file: string, loaded = new Set<string>()): Promise<ReadonlySet<string>> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const source = stripTypeScriptTypes(await readFile(file, 'utf8')).replaceAll(/\bimport\s*\(/g, 'later(')
  for (const next of importsIn(file, source)) await loadedWith(next, loaded)
  return loaded
}

function importsIn(file: string, source: string): string[] {
  const specifiers = source.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)
  return [...specifiers].map((match) => join(dirname(file), match[1]!))
}
