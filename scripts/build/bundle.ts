import { join } from 'node:path'
import { rolldown, type OutputChunk } from 'rolldown'
import { withoutBuiltinImports } from './builtin-imports.ts'
import { importOwnCalls, importTogether } from './own-calls.ts'
import { serviceChunk } from './service-chunk.ts'

export interface BundleOptions {
  readonly root: string
  readonly target: string
  /** Modules of the checkout that are started by their path. */
  readonly programs: readonly string[]
  /** Packages that are installed beside the bundle, because they cannot be in it. */
  readonly external: readonly string[]
}

/**
 * One bundle of the service and the libraries it uses. Each program has the place that it has in the checkout; what they share
 * is in `chunks/`. Source maps are written beside the code for the release, and stay out of the package.
 */
export async function bundleService(options: BundleOptions): Promise<readonly string[]> {
  const { root, target, programs, external } = options
  const input = Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), join(root, path)]))
  const { plugin, splitting } = serviceChunk({ root, service: SERVICE, serving: SERVING, programs })
  await using bundle = await rolldown({
    input,
    cwd: root,
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    external: external.flatMap((name) => [name, new RegExp(`^${name}/`)]),
    plugins: [importOwnCalls(root), importTogether(SMALL_PARTS), plugin, withoutBuiltinImports()],
    // A checkout has the types of its own language; nothing here is for another target than Node's.
    transform: { target: 'node24' },
    onLog(level, log, show) {
      if (level === 'warn' && !isKnown(log.code)) show('error', log)
    },
  })
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: splitting,
    minify: true,
    comments: false,
    sourcemap: 'hidden',
  })
  return output.filter((part): part is OutputChunk => part.type === 'chunk').flatMap((part) => part.moduleIds)
}

/** What opens the whole service, and the programs that do so. */
const SERVICE = 'src/server/lifecycle/service.ts'
const SERVING = ['src/program/start.ts', 'src/program/worker.ts']

/** Lists of a hundred small modules, of which any is loaded sooner with all others than by itself. */
const SMALL_PARTS = /\/src\/components\/texts\.ts$/

/** What libraries do that is no fault here. */
function isKnown(code: string | undefined): boolean {
  return code === 'EVAL' || code === 'CIRCULAR_DEPENDENCY'
}
