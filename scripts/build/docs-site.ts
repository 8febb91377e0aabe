import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { contents } from '../../src/features/reference/guides/contents.ts'
import * as site from '../../src/features/reference/guides/site.ts'

export interface DocsSite {
  readonly root: string
  readonly target: string
  /** The path below which it will be served, such as `/deskhand`; empty at the root of a host. */
  readonly base: string
}

/** Where a reader's own service answers, for the examples of a site that has none behind it. */
const SERVICE = 'http://127.0.0.1:8000'

const PAGE_FOLDER = 'src/features/reference/page'

type Rewrite = (text: string) => string

/** The same pages that the service shows at /docs, as files that any web server can offer. Resolves with their paths. */
export async function buildDocsSite({ root, target, base }: DocsSite): Promise<readonly string[]> {
  const written: string[] = []
  const put = async (path: string, text: string) => {
    written.push(path)
    const to = join(target, path)
    await mkdir(dirname(to), { recursive: true })
    await writeFile(to, text)
  }
  const inMarkup: Rewrite = (text) => withoutService(text).replaceAll(/(?<=(?:href|src)=")\//g, `${base}/`)
  const inScript: Rewrite = (text) => text.replaceAll(/(?<=['`])\/(?=docs['`/]|openapi\.json)/g, `${base}/`)
  const putPage = (path: string, markup: string) => put(join(path, 'index.html'), inMarkup(markup))
  const page = (name: string) => readFile(join(root, PAGE_FOLDER, name), 'utf8')
  await rm(target, { recursive: true, force: true })
  const home = await site.home()
  await putPage('', home)
  await putPage('docs', home)
  await putPage('docs/api', await page('index.html'))
  for (const name of contents.flatMap(({ pages }) => pages))
    await putPage(`docs/${name}`, await site.page(name))
  const openapi = await readFile(join(root, 'openapi.json'), 'utf8')
  await put('openapi.json', openapi)
  const entries = await site.entries(JSON.parse(openapi) as object)
  const moved = entries.map((entry) => ({ ...entry, address: base + entry.address }))
  await put('docs/search.json', JSON.stringify({ entries: moved }))
  for (const name of await readdir(join(root, PAGE_FOLDER))) {
    if (name.endsWith('.js')) await put(`docs/scripts/${name}`, inScript(await page(name)))
    if (name.endsWith('.css')) await put(`docs/${name}`, await page(name))
  }
  await copyFile(join(root, 'web/public/mark.svg'), join(target, 'mark.svg'))
  return [...written, 'mark.svg']
}

/** Nothing can be tried there, and the way to the page of the service leads to the reader's own. */
function withoutService(markup: string): string {
  return markup
    .replace('<html lang="en">', `<html lang="en" data-service="${SERVICE}">`)
    .replace('<a href="/">', `<a href="${SERVICE}/">`)
}
