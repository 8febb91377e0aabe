import { spawnSync } from 'node:child_process'
import { copyFile, glob, mkdir, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'

/**
 * Builds what `npm pack` takes along into dist/, which has the layout of the checkout, so that every path from one file
 * to another holds. Node strips no types under node_modules. The compiler does it rather than Node's own
 * `stripTypeScriptTypes`, because it also turns `.ts` into `.js` in imports, and only there: the templates of new
 * projects are texts full of imports that must stay.
 */
const root = join(import.meta.dirname, '..')
const target = join(root, 'dist')
/** What the router learned from, and what only an editor reads. */
const LEFT_OUT =
  /^features\/chat\/router\/(?:classifier\/(?:elsewhere\.txt|fillers\.json)|own-sentences\.txt)|(?:^|\/)tsconfig\.json$/

await rm(target, { recursive: true, force: true })
run('typescript/bin/tsc', ['-p', 'tsconfig.build.json'])
// The page's own. Of it the service knows types only, and the terminal how numbers are written and cards are shuffled.
for await (const name of glob('src/components/view-kit/**/*.js', { cwd: target }))
  if (!['format.js', 'random.js'].includes(basename(name)))
    await rm(join(target, name), { recursive: true, force: true })
run('vite/bin/vite.js', ['build', 'web', '--outDir', '../dist/web/dist', '--logLevel', 'warn'])
for await (const name of glob('**/*.*', { cwd: join(root, 'src') }))
  if (!['.ts', '.tsx'].includes(extname(name)) && !LEFT_OUT.test(name)) await take(join('src', name))
await take('openapi.json')
// It holds nothing but types, so it is its own declaration; new plugins get a copy.
await take('src/contract/plugin-module.ts', 'src/contract/plugin-module.d.ts')

async function take(from: string, to = from): Promise<void> {
  await mkdir(dirname(join(target, to)), { recursive: true })
  await copyFile(join(root, from), join(target, to))
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exit(status ?? 1)
}
