import { join } from 'node:path'
import type { CodeSplittingOptions, Plugin } from 'rolldown'

interface Imports {
  readonly started: readonly string[]
  readonly later: readonly string[]
}

export interface ServiceChunk {
  readonly plugin: Plugin
  readonly splitting: CodeSplittingOptions
}

/**
 * What the service loads at its start, in one chunk. A part that it loads later, and that shares a module with it, would make
 * a chunk of that module: more than a hundred small ones, each of which has to be found, read and linked. What another program
 * needs as well stays by itself, so that none of them loads the service.
 */
export function serviceChunk({
  root,
  service,
  serving,
  programs,
}: {
  root: string
  service: string
  /** Commands that load the service in any case. */
  serving: readonly string[]
  /** All modules that are started by their path. */
  programs: readonly string[]
}): ServiceChunk {
  const graph = new Map<string, Imports>()
  const heavy = new Set(serving.map((path) => join(root, path)))
  let wanted: ReadonlySet<string> | undefined
  const choose = () => {
    const started = reach([join(root, service)], (id) => graph.get(id)?.started ?? [])
    const elsewhere = reach(
      programs.map((path) => join(root, path)),
      (id) => {
        const { started: now = [], later = [] } = graph.get(id) ?? {}
        return [...now, ...later].filter((next) => !heavy.has(next))
      },
    )
    return started.difference(elsewhere)
  }
  return {
    plugin: {
      name: 'service-chunk',
      buildEnd() {
        for (const id of this.getModuleIds()) {
          const info = this.getModuleInfo(id)
          if (info) graph.set(id, { started: info.importedIds, later: info.dynamicallyImportedIds })
        }
      },
    },
    splitting: {
      // All that these import is in the group as well, or in a chunk that never imports the group.
      includeDependenciesRecursively: false,
      groups: [{ name: 'service', test: (id) => (wanted ??= choose()).has(id) }],
    },
  }
}

function reach(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(from)
  for (const id of reached) for (const one of next(id)) reached.add(one)
  return reached
}
