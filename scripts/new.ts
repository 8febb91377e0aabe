import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { recipes, type Names, type Recipe } from './new/recipes.ts'

/** `npm run new component|widget|tool|intent NAME` writes a small one that works, registered and with its test. */
const root = join(import.meta.dirname, '..')
class Refusal extends Error {}

const [kind = '', given = ''] = process.argv.slice(2)

try {
  const recipe = Object.hasOwn(recipes, kind) ? recipes[kind as keyof typeof recipes] : undefined
  if (!recipe) throw new Refusal(`Usage: npm run new ${Object.keys(recipes).join('|')} NAME`)
  const names = namesOf(given, recipe)
  refuseTaken(names, recipe)
  const written = [...new Set([...writeFiles(names, recipe), ...addLines(names, recipe)])]
  run('oxfmt', written)
  run('node', ['scripts/generate.ts'])
  console.log(`Written:\n${written.map((file) => `  ${file}`).join('\n')}\n\n${filled(recipe.next, names)}`)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function namesOf(name: string, { inFolder }: Recipe): Names {
  const pattern = inFolder
    ? /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/
    : /^()([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/
  const [, folder = '', kebab] = pattern.exec(name) ?? []
  const shape = inFolder ? `${inFolder.example}: ${inFolder.meaning} and a name,` : 'two-words,'
  if (kebab === undefined)
    throw new Refusal(`"${name}" is not a valid name. Write it like ${shape} in lowercase with dashes.`)
  const words = kebab.split('-')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const pascal = words.map(capital).join('')
  const sentence = words.join(' ')
  return {
    folder,
    kebab,
    snake: words.join('_'),
    upper: words.join('_').toUpperCase(),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    words: sentence,
    title: capital(sentence),
  }
}

function refuseTaken(names: Names, recipe: Recipe): void {
  const { camel } = names
  if (
    /^(?:break|case|catch|class|const|default|delete|do|else|export|for|if|import|in|new|return|switch|this|try|var|void|while|with)$/.test(
      camel,
    )
  )
    throw new Refusal(`"${camel}" is a reserved word. Choose another name.`)
  const folder = recipe.inFolder && filled(recipe.inFolder.path, names)
  if (folder && !existsSync(join(root, folder)))
    throw new Refusal(`No folder ${folder}. Create it first, or choose an existing one.`)
  const taken = recipe.taken.map((path) => filled(path, names)).find((path) => existsSync(join(root, path)))
  if (taken) throw new Refusal(`The name is taken: ${taken} already exists. Choose another.`)
  const { files, text } = recipe.unique
  const wanted = filled(text, names)
  const other = globSync(files, { cwd: root }).find((file) =>
    readFileSync(join(root, file), 'utf8').includes(wanted),
  )
  if (other) throw new Refusal(`The name is taken: ${other} already has ${wanted}. Choose another.`)
}

function writeFiles(names: Names, { files }: Recipe): string[] {
  return Object.entries(files).map(([template, path]) => {
    const target = filled(path, names)
    mkdirSync(dirname(join(root, target)), { recursive: true })
    const text = readFileSync(join(import.meta.dirname, 'new', template), 'utf8')
    writeFileSync(join(root, target), filled(text, names))
    return target
  })
}

/** Each line goes below its anchor; an import goes below the last one. */
function addLines(names: Names, { lines }: Recipe): string[] {
  return lines.map(({ file, imports, below, above, line }) => {
    const target = filled(file, names)
    const text = readFileSync(join(root, target), 'utf8')
    const anchor = below ?? above
    const at = below === undefined ? text.lastIndexOf(anchor!) : text.indexOf(below) + below.length
    if (!text.includes(anchor!))
      throw new Error(`${target} no longer has "${anchor}": mend scripts/new/recipes.ts.`)
    const withLine = `${text.slice(0, at)}${filled(line, names)}\n${text.slice(at)}`
    writeFileSync(join(root, target), imports ? withImport(withLine, filled(imports, names)) : withLine)
    return target
  })
}

function withImport(text: string, statement: string): string {
  const last = [...text.matchAll(/^(?:import .*|\}) from '.*'\n/gm)].at(-1)!
  const at = last.index + last[0].length
  return `${text.slice(0, at)}${statement}\n${text.slice(at)}`
}

function filled(text: string, names: Names): string {
  return text.replaceAll(/__(\w+?)__/g, (whole, name: string) =>
    Object.hasOwn(names, name) ? names[name as keyof Names] : whole,
  )
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed.`)
}
