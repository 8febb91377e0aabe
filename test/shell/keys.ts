import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

/** More than any page has, so that what cannot be reached is told instead of looked for without end. */
const MAX_TABS = 400
const PATIENCE_MS = 150_000

/** A person without a mouse. After each key the focus must be somewhere, and it must be seen where. */
export class Keys {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key)
      await this.#seesFocus(key)
    }
  }

  /** What a key does may take a moment, but then the focus is there. */
  async #seesFocus(key: string): Promise<void> {
    let found = ''
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
      found = await this.#page.evaluate<string>(FOCUS)
      if (found === 'seen') return
    }
    throw new Error(`After ${key} the focus is ${found}.`)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  /** In place of what a field holds. */
  async write(text: string): Promise<void> {
    await this.press('Control+A')
    await this.type(text)
  }

  /** Goes there by Tab, or by another key. */
  async reach(target: Locator, key = 'Tab'): Promise<void> {
    let found = await target.elementHandle()
    for (let pressed = 0; pressed < MAX_TABS; pressed += 1) {
      const focus = await found.evaluate(FOCUS_OF)
      // To look for it by its name takes ten times as long as a key: only when it has come, or may have been drawn anew.
      if (focus === 'here' && (await target.evaluate(FOCUS_OF)) === 'here') return
      if (focus !== 'elsewhere' || pressed % 50 === 49) found = await target.elementHandle()
      await this.#page.keyboard.press(key)
    }
    throw new Error(`${key} does not lead to ${String(target)}.`)
  }

  /** Goes there and presses it. */
  async use(target: Locator, key = 'Enter'): Promise<void> {
    await this.reach(target)
    await this.press(key)
  }

  /** Goes to a field and writes into it. */
  async fill(target: Locator, text: string): Promise<void> {
    await this.reach(target)
    await this.write(text)
  }

  /** Goes to a list and types a choice of it. A browser begins anew with a letter that comes a second after the last. */
  async pick(list: Locator, choice: string): Promise<void> {
    await this.reach(list)
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(1_500)) {
      await this.type(choice)
      if ((await list.evaluate(CHOSEN)) === choice) return
    }
    throw new Error(`Typing does not choose ${choice}.`)
  }

  /** Opens a menu and chooses from it. */
  async choose(menu: Locator, item: string): Promise<void> {
    await this.use(menu)
    await this.reach(this.#page.getByRole('menuitem', { name: item, exact: true }), 'ArrowDown')
    await this.press('Enter')
  }

  /** What is focused now, as it is read aloud. */
  async at(): Promise<string> {
    return await this.#page.evaluate<string>(NAME)
  }
}

const FOCUS_OF = (element: object) => {
  const { isConnected, ownerDocument } = element as {
    isConnected: boolean
    ownerDocument: { activeElement: unknown }
  }
  if (!isConnected) return 'gone'
  return element === ownerDocument.activeElement ? 'here' : 'elsewhere'
}

const CHOSEN = (list: object) => (list as { selectedOptions: { text: string }[] }).selectedOptions[0]?.text

/** A ring, or the frame around a field that takes it up. The list of the palette shows what is chosen instead. */
const FOCUS = `(() => {
  const at = document.activeElement
  if (!at || at === document.body) return 'nowhere'
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
  const hasRing = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  const hasFrame = at.closest('[class*="focus-within:border-accent"]') !== null
  // The conversation is nearly the whole page, and the page itself is where a skip leads: a line, and nothing.
  const isPage = at.matches('main') || (at.matches('[aria-label=Messages]') && boxShadow !== 'none')
  return hasRing || hasFrame || isPage || at.matches('[role=combobox], iframe') ? 'seen' : 'not seen: ' + at.outerHTML.slice(0, 200)
})()`

const NAME = `(() => {
  const at = document.activeElement
  return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? ''
})()`
