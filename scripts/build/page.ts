import { glob, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Builds the page, and says of which modules it was made. */
export async function buildPage(root: string, outDir: string): Promise<readonly string[]> {
  const modules = new Set<string>()
  const collect: Plugin = {
    name: 'collect-modules',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk') for (const id of part.moduleIds) modules.add(id)
    },
  }
  process.env['NODE_ENV'] = 'production'
  await build({ root: join(root, 'web'), logLevel: 'warn', build: { outDir }, plugins: [collect] })
  for (const folder of ['assets', 'answer-app']) await keepCompressed(join(outDir, folder))
  return [...modules]
}

/** The service unpacks a compressed asset for the rare client that wants it plain: the package need not hold both. */
async function keepCompressed(folder: string): Promise<void> {
  for await (const name of glob('*.gz', { cwd: folder })) await rm(join(folder, name.slice(0, -'.gz'.length)))
}
