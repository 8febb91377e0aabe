import type { ActiveWindow, Area } from '../desktop-driver.ts'
import { devToolsAddress } from './devtools-address.ts'
import { DevToolsConnection, DevToolsError, type Result } from './devtools-connection.ts'
import type { PageView } from './page-elements.ts'

/** The page that a window shows, with the way to ask about it. */
export interface OpenPage {
  /** By which it is told from all other pages. */
  readonly key: string
  readonly ask: (method: string, params: object, signal?: AbortSignal) => Promise<Result>
  readonly view: PageView
}

interface Target {
  readonly targetId: string
  readonly type: string
  readonly title: string
}

interface Measures {
  readonly isSeen: boolean
  readonly hasFocus: boolean
  readonly width: number
  readonly height: number
  readonly scale: number
}

/** `devicePixelRatio` counts the zoom of the page as well, so that its own pixels times it are pixels of the screen. */
const MEASURE = `({ isSeen: document.visibilityState === 'visible', hasFocus: document.hasFocus(), width: innerWidth, height: innerHeight,
  scale: devicePixelRatio })`

/** How long nobody looks for a way to a browser again that had none. */
const AGAIN_MS = 2_000
/** Nobody's fifty tabs are looked into. */
const MAX_TRIED = 10

/** The browsers that can be asked over DevTools, each by the process that has its windows. */
export class OpenPages {
  readonly #browsers = new Map<
    number,
    { readonly at: number; readonly opening: Promise<DevToolsConnection | null> }
  >()
  readonly #sessions = new Map<string, Promise<string>>()

  /** The page of this window; null where its program is no browser, or can't be asked. */
  async of(window: ActiveWindow, signal?: AbortSignal): Promise<OpenPage | null> {
    const { processId, title } = window
    if (processId === null) return null
    try {
      const browser = await this.#browser(processId)
      if (!browser) return null
      const { targetInfos } = (await browser.call('Target.getTargets', {}, { signal })) as unknown as {
        targetInfos: readonly Target[]
      }
      const pages = targetInfos.filter(({ type }) => type === 'page')
      const named = pages.filter((one) => isTitleOf(one.title, title))
      // A window may be called otherwise than its page, or is about to be: then it is the one that has the keyboard.
      const others = named.length === 0 ? pages.slice(0, MAX_TRIED) : []
      for (const { targetId } of [...named, ...others]) {
        const place = { key: `${processId} ${targetId}`, targetId, window, isNamed: named.length > 0 }
        const page = await this.#open(browser, place, signal)
        if (page) return page
      }
      return null
    } catch (error) {
      if (error instanceof DevToolsError) return null
      throw error
    }
  }

  async close(): Promise<void> {
    const all = [...this.#browsers.values()]
    this.#browsers.clear()
    this.#sessions.clear()
    for (const { opening } of all) (await opening.catch(() => null))?.close()
  }

  async #browser(processId: number): Promise<DevToolsConnection | null> {
    const known = this.#browsers.get(processId)
    const connection = await known?.opening
    const isFresh = known !== undefined && performance.now() - known.at < AGAIN_MS
    if (connection?.isOpen || (known && connection === null && isFresh)) return connection ?? null
    for (const key of this.#sessions.keys()) if (key.startsWith(`${processId} `)) this.#sessions.delete(key)
    const opening = connect(processId)
    this.#browsers.set(processId, { at: performance.now(), opening })
    return opening
  }

  async #open(
    browser: DevToolsConnection,
    {
      key,
      targetId,
      window,
      isNamed,
    }: { key: string; targetId: string; window: ActiveWindow; isNamed: boolean },
    signal?: AbortSignal,
  ): Promise<OpenPage | null> {
    const attach = async () =>
      String((await browser.call('Target.attachToTarget', { targetId, flatten: true }))['sessionId'])
    const attaching = this.#sessions.get(key) ?? attach()
    this.#sessions.set(key, attaching)
    const session = await attaching.catch((error: unknown) => {
      this.#sessions.delete(key)
      throw error
    })
    const ask: OpenPage['ask'] = (method, params, until = signal) =>
      browser.call(method, params, { session, signal: until })
    const { result } = (await ask('Runtime.evaluate', { expression: MEASURE, returnByValue: true })) as {
      result?: { value?: Measures }
    }
    const measures = result?.value
    if (!measures?.isSeen || !(isNamed || measures.hasFocus)) return null
    return { key, ask, view: viewIn(window.area, measures) }
  }
}

async function connect(processId: number): Promise<DevToolsConnection | null> {
  const address = await devToolsAddress(processId)
  return address === null ? null : DevToolsConnection.open(address).catch(() => null)
}

/** A browser puts its own name behind that of the page. */
function isTitleOf(page: string, window: string): boolean {
  return (
    page !== '' && (window === page || window.startsWith(`${page} - `) || window.startsWith(`${page} – `))
  )
}

/** A window has its bars above the page, and the same border on the three other sides. */
function viewIn(window: Area | null, { width, height, scale }: Measures): PageView {
  if (!window) return { area: null, scale, width, height }
  const across = width * scale
  const down = height * scale
  const border = Math.max(0, (window.width - across) / 2)
  const area = {
    x: Math.round(window.x + border),
    y: Math.round(window.y + Math.max(0, window.height - border - down)),
    width: Math.round(across),
    height: Math.round(down),
  }
  return { area, scale, width, height }
}
