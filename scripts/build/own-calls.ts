import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

/** What the code finds by its path: the calls of `src/platform/files/own-code.ts`, whose arguments are literals. */
export interface OwnCalls {
  /** Each becomes an entry of the bundle. */
  readonly programs: readonly string[]
  /** Modules that are read as JavaScript text. */
  readonly scripts: readonly string[]
  /** Files, and folders with a slash at their end. */
  readonly files: readonly string[]
  /** Files of packages. */
  readonly packageFiles: readonly string[]
}

const NAMES = 'ownProgram|ownScript|ownFile|packageFile|ownModules|ownRequire'
const IMPORTED = /from '[^']*\/own-code\.ts'/
const CALLS = new RegExp(`\\b(${NAMES})(?:<[^()]*>)?\\(\\s*(?:'([^']*)'\\s*,?\\s*\\))?`, 'g')
const MODULES = /\bawait ownModules(?:<[^()]*>)?\(\s*'([^']*)'\s*,?\s*\)/g
const REQUIRED = /\bownRequire\('([^']*)'\)/g

export async function readOwnCalls(root: string, modules: readonly string[]): Promise<OwnCalls> {
  const found = { ownProgram: set(), ownScript: set(), ownFile: set(), packageFile: set() }
  for (const module of modules) {
    const text = await readFile(join(root, module), 'utf8')
    if (!IMPORTED.test(text)) continue
    for (const [call, name = '', path] of text.matchAll(CALLS)) {
      if (path === undefined)
        throw new Error(`${module}: ${call}…) needs its path as a literal, because the build reads it.`)
      if (name in found) found[name as keyof typeof found].add(path)
    }
  }
  const sorted = (paths: ReadonlySet<string>) => [...paths].toSorted()
  return {
    programs: sorted(found.ownProgram),
    scripts: sorted(found.ownScript),
    files: sorted(found.ownFile),
    packageFiles: sorted(found.packageFile),
  }
}

function set(): Set<string> {
  return new Set()
}

/** In a bundle nothing is looked for at run time: what would be found then is imported. */
export function importOwnCalls(root: string): Plugin {
  return {
    name: 'import-own-calls',
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: /\bown(?:Modules|Require)\b/ },
      handler(code) {
        if (!IMPORTED.test(code)) return undefined
        const imports: string[] = []
        const changed = code
          .replaceAll(MODULES, (_, pattern: string) => {
            const files = globSync(pattern, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
            const names = files.toSorted().map((file) => {
              const name = `ownModule${imports.length}`
              imports.push(`import * as ${name} from ${JSON.stringify(join(root, file))};`)
              return name
            })
            return `[${names.join(', ')}]`
          })
          .replaceAll(REQUIRED, (_, name: string) => `require(${JSON.stringify(name)})`)
        // On the first line, so that the lines stay where they are for the source maps.
        return { code: `${imports.join('')}${changed}`, map: null }
      },
    },
  }
}

/** Loads what a module would load part by part together with it. */
export function importTogether(id: RegExp): Plugin {
  return {
    name: 'import-together',
    transform: {
      filter: { id },
      handler(code) {
        const imports: string[] = []
        const changed = code.replaceAll(/\(\) => import\('([^']+)'\)/g, (_, path: string) => {
          const name = `part${imports.length}`
          imports.push(`import * as ${name} from ${JSON.stringify(path)};`)
          return `async () => ${name}`
        })
        return { code: `${imports.join('')}${changed}`, map: null }
      },
    },
  }
}
