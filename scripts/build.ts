import { copyFile, cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { bundleService } from './build/bundle.ts'
import { licenceTexts, readBundledPackages } from './build/bundled-packages.ts'
import { buildClient } from './build/client.ts'
import { componentList } from './build/component-list.ts'
import { readOwnCalls } from './build/own-calls.ts'
import { buildPage } from './build/page.ts'

/**
 * Builds what `npm pack` takes along into dist/: one bundle of the service and its libraries, the page, and the files that the
 * code reads. Below dist/ everything that is found by its path has the place that it has in the checkout.
 */
const root = join(import.meta.dirname, '..')
const target = join(root, 'dist')

await rm(target, { recursive: true, force: true })
const modules = (await Array.fromAsync(glob('src/**/*.ts', { cwd: root }))).filter(
  (path) => !path.endsWith('.test.ts'),
)
const calls = await readOwnCalls(root, modules)
const pageModules = await buildPage(root, join(target, 'web/dist'))
await buildClient(root, join(target, 'client'))
const serviceModules = await bundleService({
  root,
  target,
  programs: ['src/program/main.ts', ...calls.programs],
  external: Object.keys(packageJson.dependencies),
})
for (const path of calls.scripts) {
  const code = stripTypeScriptTypes(await readFile(join(root, path), 'utf8'))
  await put(path.replace(/\.ts$/, '.js'), (to) => writeFile(to, code))
}
// The page was built into its place.
for (const path of calls.files.filter((name) => name !== 'web/dist/'))
  await put(path, (to) =>
    path.endsWith('.json') ? copyJson(path, to) : cp(join(root, path), to, { recursive: true }),
  )
const require = createRequire(import.meta.url)
for (const path of calls.packageFiles)
  await put(join('packages', path), (to) => copyFile(require.resolve(path), to))
const bundled = await readBundledPackages(root, [
  ...pageModules,
  ...serviceModules,
  ...calls.packageFiles.map((path) => require.resolve(path)),
])
await put('THIRD-PARTY-LICENSES.txt', (to) => writeFile(to, licenceTexts(bundled)))
const list = await componentList(root, { product: packageJson, bundled })
await put('sbom.cdx.json', (to) => writeFile(to, JSON.stringify(list)))

/** Nobody reads it there: without the spaces it has half the size. */
async function copyJson(path: string, to: string): Promise<void> {
  await writeFile(to, JSON.stringify(JSON.parse(await readFile(join(root, path), 'utf8'))))
}

async function put(path: string, write: (to: string) => Promise<void>): Promise<void> {
  const to = join(target, path)
  await mkdir(dirname(to), { recursive: true })
  await write(to)
}
