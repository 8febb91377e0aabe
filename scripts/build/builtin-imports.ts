import { isBuiltin } from 'node:module'
import type { Plugin } from 'rolldown'

/** What the bundler writes at the beginning of a chunk, each import on a line of its own. */
const HEAD = /^(?:(?:#!|\/\/).*\n|import\b[^\n]*;\n)*/
const IMPORT = /^import (.+) from "([^"]+)";$/gm

/**
 * Takes what Node has built in without importing it. An import reads every property of such a module, so that `node:http` alone
 * loads the whole of fetch and WebSocket: a tenth of each start.
 */
export function withoutBuiltinImports(): Plugin {
  return {
    name: 'without-builtin-imports',
    renderChunk(code) {
      const [head] = HEAD.exec(code)!
      const taken: string[] = []
      const kept = head.replaceAll(IMPORT, (statement, names: string, module: string) => {
        if (!isBuiltin(module)) return statement
        taken.push(declaration(names, module))
        return ''
      })
      if (taken.length === 0) return null
      // On the last line of the head, so that the lines stay where they are for the source maps.
      return { code: `${kept.slice(0, -1)}${taken.join('')}\n${code.slice(head.length)}`, map: null }
    },
  }
}

/** `a, { b as c }` and `* as d`, as names of what the module is at run time. */
function declaration(names: string, module: string): string {
  // A module may call something of its own `process`.
  const built = `globalThis.process.getBuiltinModule(${JSON.stringify(module)})`
  const inBraces = /\{(.*)\}/.exec(names)?.[1] ?? ''
  const parts = inBraces.split(',').flatMap((part) => part.trim() || [])
  const members = parts.filter((part) => !part.startsWith('default as '))
  // The module itself, by whichever name it is imported.
  const wholes = [
    ...parts.filter((part) => part.startsWith('default as ')).map((part) => part.slice('default as '.length)),
    ...names
      .replace(/\{.*\}/, '')
      .split(',')
      .flatMap((part) => part.replace('* as ', '').trim() || []),
  ]
  const pattern = `{ ${members.map((part) => part.replace(' as ', ': ')).join(', ')} }`
  const targets = [...wholes, ...(members.length > 0 ? [pattern] : [])]
  return targets.map((target) => `const ${target} = ${built};`).join('')
}
