import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { EMPTY_PAGE } from './scripted-chat.ts'

export interface OpenOptions extends BrowserContextOptions {
  /** Another tab of the same person beside this one. */
  readonly beside?: Page
  /** A profile that is thrown away afterwards, for what cannot be taken back: a clock, a script of every page. */
  readonly own?: boolean
}

interface Profile {
  readonly context: BrowserContext
  readonly isStored: boolean
  look: Look
}

interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
}

/** What is waited for comes; how soon depends on what else the machine does. */
const PATIENCE_MS = 150_000

/**
 * Tabs of people who were never here before. A new profile would have to fetch and compile the whole page again, which
 * takes four times as long as all else: so one that was used is emptied instead.
 */
export class Profiles {
  readonly #browser: Browser
  readonly #origin: string
  readonly #profiles = new Map<string, Profile>()

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  /** An empty tab. All that was opened before is closed, unless it stands beside one of those. */
  async newTab({ beside, own = false, ...options }: OpenOptions): Promise<Page> {
    if (beside) return await this.#tabBeside(beside.context())
    await Promise.all(this.#profiles.entries().map(([key, profile]) => this.#leave(key, profile)))
    const { viewport, colorScheme, ...rest } = options
    const look = {
      viewport: viewport ?? { width: 1280, height: 720 },
      colorScheme: colorScheme === 'dark' ? ('dark' as const) : ('light' as const),
    }
    const profile = await this.#profile(rest, own)
    profile.look = look
    const page = profile.context.pages()[0] ?? (await profile.context.newPage())
    await show(page, look)
    return page
  }

  async close(): Promise<void> {
    await Promise.all(this.#profiles.values().map(({ context }) => context.close()))
  }

  async #profile(options: BrowserContextOptions, own: boolean): Promise<Profile> {
    const key = own ? 'own' : JSON.stringify(options)
    const known = this.#profiles.get(key)
    if (known) return known
    // A worker would keep parts of one test's page for the next one, and ask for them where a test does not see it.
    const context = await this.#browser.newContext({
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      ...options,
    })
    context.setDefaultTimeout(PATIENCE_MS)
    const profile = {
      context,
      isStored: !own,
      look: { viewport: { width: 1280, height: 720 }, colorScheme: 'light' as const },
    }
    this.#profiles.set(key, profile)
    return profile
  }

  async #tabBeside(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    const profile = this.#profiles.values().find((one) => one.context === context)
    if (profile) await show(page, profile.look)
    return page
  }

  async #leave(key: string, { context, isStored }: Profile): Promise<void> {
    if (!isStored) {
      this.#profiles.delete(key)
      await context.close()
      return
    }
    const [page, ...others] = context.pages()
    await Promise.all(others.map((other) => other.close()))
    if (!page) return
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const event of ['request', 'console', 'pageerror'] as const) page.removeAllListeners(event)
    await page.mouse.move(0, 0)
    // Of the same origin, which keeps the process of the page and reaches what a tab keeps for itself.
    await page.goto(this.#origin + EMPTY_PAGE)
    await page.evaluate('sessionStorage.clear()')
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: 'all' })
    await session.detach()
  }
}

async function show(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
}
