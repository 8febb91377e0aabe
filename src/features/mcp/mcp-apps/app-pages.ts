import type {
  Client,
  ReadResourceResult,
  RequestOptions,
  Tool as McpTool,
} from '@modelcontextprotocol/client'
import type { AppRights } from '../../../contract/app-frame.ts'
import { countOf } from '../../../contract/text/counts.ts'
import { hashOf } from '../client/server-config.ts'
import type { ToolList } from '../client/tool-list.ts'
import { allSources, readSources } from './app-sources.ts'
import { APP_TYPE } from '../../../platform/mcp/apps-extension.ts'
import { membersOf, uiOf } from './tool-ui.ts'

/** The page of an app as it was when its server was connected. It stays like this until the server is asked again. */
export interface AppPage extends AppRights {
  readonly uri: string
  readonly html: string
  /** What it asked of the browser beside the network. */
  readonly permissions: readonly string[]
  readonly prefersBorder: boolean | null
  /** Of everything above: another page, or another policy, is another hash. */
  readonly hash: string
}

export interface AppPages {
  readonly pages: ReadonlyMap<string, AppPage>
  /** What of them cannot be used, in sentences for the log. */
  readonly notes: readonly string[]
}

export interface ListedTools extends ToolList {
  readonly apps: AppPages
}

const MAX_PAGES = 30
const MAX_PAGE_CHARACTERS = 4 * 1024 * 1024
const MAX_TOTAL_CHARACTERS = 16 * 1024 * 1024

const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'clipboardWrite']

export const noApps: AppPages = { pages: new Map(), notes: [] }

/** A list of tools with the pages that they name, all of them read before anybody is shown one. */
export function listerWithApps(
  list: (waiting: RequestOptions) => Promise<ToolList>,
  client: Pick<Client, 'readResource'>,
): (waiting: RequestOptions) => Promise<ListedTools> {
  return async (waiting) => {
    const listed = await list(waiting)
    return { ...listed, apps: await readPages(listed.tools, client, waiting) }
  }
}

async function readPages(
  tools: readonly McpTool[],
  client: Pick<Client, 'readResource'>,
  waiting: RequestOptions,
): Promise<AppPages> {
  const named = [...new Set(tools.flatMap((tool) => uiOf(tool).resourceUri ?? []))].toSorted()
  if (named.length === 0) return noApps
  const pages = new Map<string, AppPage>()
  const notes: string[] = []
  let room = MAX_TOTAL_CHARACTERS
  if (named.length > MAX_PAGES)
    notes.push(`It names ${named.length} apps; only the first ${countOf(MAX_PAGES, 'app')} can be shown.`)
  for (const uri of named.slice(0, MAX_PAGES)) {
    try {
      const { page, dropped } = pageIn(
        await client.readResource({ uri }, { ...waiting, cacheMode: 'refresh' }),
        uri,
      )
      if (page.html.length > room) throw new Error('its apps are too large together')
      room -= page.html.length
      pages.set(uri, page)
      notes.push(...notesOn(page, dropped))
    } catch (error) {
      waiting.signal?.throwIfAborted()
      const reason = error instanceof Error ? error.message : String(error)
      notes.push(`The app ${uri} can't be shown: ${reason.slice(0, 300)}.`)
    }
  }
  return { pages, notes }
}

function notesOn({ uri, csp }: AppPage, dropped: readonly string[]): string[] {
  const reaches = allSources(csp)
  return [
    ...(reaches.length > 0 ? [`The app ${uri} may reach ${reaches.join(', ')}.`] : []),
    ...(dropped.length > 0
      ? [`Left out of what the app ${uri} may reach, for these are no origins: ${dropped.join(', ')}.`]
      : []),
  ]
}

/** Throws with the reason, as the end of a sentence. */
function pageIn(
  { contents }: ReadResourceResult,
  uri: string,
): { page: AppPage; dropped: readonly string[] } {
  const content = contents.find((one) => one.uri === uri) ?? contents[0]
  if (!content) throw new Error('it has no content')
  if (content.mimeType?.replaceAll(' ', '').toLowerCase() !== APP_TYPE)
    throw new Error(`its type is ${content.mimeType ?? 'not given'}, not ${APP_TYPE}`)
  const html = textOf(content)
  if (html.trim() === '') throw new Error('it is empty')
  if (html.length > MAX_PAGE_CHARACTERS)
    throw new Error(`it has more than ${MAX_PAGE_CHARACTERS / 1024 / 1024} MB`)
  const ui = membersOf(content._meta?.['ui'])
  const { csp, dropped } = readSources(ui['csp'])
  const asked = membersOf(ui['permissions'])
  const permissions = PERMISSIONS.filter((name) => asked[name] !== undefined)
  const { prefersBorder: border } = ui
  const about = {
    uri,
    html,
    csp,
    permissions,
    prefersBorder: typeof border === 'boolean' ? border : null,
    clipboardWrite: permissions.includes('clipboardWrite'),
  }
  return { page: { ...about, hash: hashOf([uri, html, csp, permissions, about.prefersBorder]) }, dropped }
}

function textOf(content: ReadResourceResult['contents'][number]): string {
  if ('text' in content && typeof content.text === 'string') return content.text
  if ('blob' in content && typeof content.blob === 'string') {
    if (content.blob.length > 2 * MAX_PAGE_CHARACTERS) throw new Error('it is too large')
    return Buffer.from(content.blob, 'base64').toString('utf8')
  }
  throw new Error('it has neither text nor data')
}

/** What of the apps a person allows with the tools; undefined where there are none, so that what was allowed before stays so. */
export function appsVersion(tools: readonly McpTool[], { pages }: AppPages): unknown {
  const told = tools
    .map((tool) => ({ name: tool.name, ...uiOf(tool) }))
    .filter(({ resourceUri, forModel, forApp }) => resourceUri !== undefined || !forModel || !forApp)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (told.length === 0) return undefined
  return [
    told.map(({ name, resourceUri = null, forModel, forApp }) => [name, resourceUri, forModel, forApp]),
    [...pages.values()].map(({ uri, hash }) => [uri, hash]),
  ]
}

/** The addresses that the apps of a server may reach, once. */
export function reachedBy({ pages }: AppPages): string[] {
  return [...new Set([...pages.values()].flatMap(({ csp }) => allSources(csp)))].toSorted()
}
