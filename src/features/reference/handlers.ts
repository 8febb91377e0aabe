import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { JsonText, Reply, type Handlers } from '../../contract/endpoint.ts'
import { ownFile } from '../../platform/files/own-code.ts'
import type { referenceContract } from './contract.ts'
import type * as site from './guides/site.ts'

const pageFolder = ownFile('src/features/reference/page/')

/** Only what the page itself brings may run or be shown; nothing from another host. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What the pages load. */
const SCRIPTS = new Set([
  'elements.js',
  'guides.js',
  'operation.js',
  'reference.js',
  'requests.js',
  'search.js',
  'try-it.js',
  'types.js',
])

type Site = typeof site

export function referenceHandlers({
  document,
}: {
  document: () => object
}): Handlers<typeof referenceContract> {
  let openapi: JsonText | undefined
  let found: Promise<JsonText> | undefined
  const file = (name: string) => readFile(join(pageFolder, name), 'utf8').then(asPage)
  // What reads the guides is loaded when somebody opens one.
  const guides = async (draw: (of: Site) => Promise<string>) =>
    asPage(await draw(await import('./guides/site.ts')))
  return {
    openapi() {
      openapi ??= new JsonText(JSON.stringify(document()))
      return openapi
    },
    home: () => guides((of) => of.home()),
    guide: ({ params: { name } }) => guides((of) => of.page(name)),
    async search() {
      found ??= import('./guides/site.ts').then(
        async (of) => new JsonText(JSON.stringify({ entries: await of.entries(document()) })),
      )
      return found
    },
    page: () => file('index.html'),
    style: () => file('reference.css'),
    part({ params: { name } }) {
      if (!SCRIPTS.has(name)) throw new AppError('not_found', `There is no script "${name}" here.`)
      return file(name)
    },
    guidesStyle: () => file('guides.css'),
  }
}

function asPage(text: string): Reply<string> {
  return new Reply(text, { headers: { 'content-security-policy': PAGE_POLICY } })
}
