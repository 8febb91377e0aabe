const FOCUSABLE =
  'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable="true"]'
/** Beyond these the focus does not wander: the next thing there has nothing to do with the one that went. */
const PLACES = 'main, aside, dialog, nav'
const LAYERS = 'dialog, [data-layer]'

/**
 * Keeps the focus on the page for who uses the keys: a browser lets it fall to nowhere when what had it is taken away or
 * can no longer be pressed, and the next Tab would begin at the top. What stands nearest gets it.
 */
export function keepFocus(signal: AbortSignal): void {
  let held: Element | undefined
  let byKeys = false
  const watch = new MutationObserver((records) => {
    if (!byKeys || !held || isAt(document.activeElement)) return
    const next = successorOf(held, records)
    if (next) moveTo(next)
  })
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  const options = { capture: true, signal }
  window.addEventListener('focusin', ({ target }) => (held = target as Element), options)
  window.addEventListener('pointerdown', () => (byKeys = false), options)
  window.addEventListener(
    'keydown',
    () => {
      byKeys = true
      held = isAt(document.activeElement) ? document.activeElement! : undefined
    },
    options,
  )
  signal.addEventListener('abort', () => watch.disconnect())
}

/** Whether the focus is somewhere at all. */
export function isAt(element: Element | null): boolean {
  return element !== null && element !== document.body && !element.matches(':disabled')
}

/** Whether the focus is nowhere, or on something that is hidden now. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return !isAt(activeElement) || !activeElement!.checkVisibility()
}

/** Where the focus goes from something that has gone, moved, or can no longer have it. */
function successorOf(held: Element, records: readonly MutationRecord[]): Element | undefined {
  if (held.isConnected && canHave(held)) return held
  if (held.isConnected) return nearest(held.parentElement, held)
  const gone = records.findLast(
    ({ target, removedNodes }) =>
      target.isConnected && [...removedNodes].some((node) => node === held || node.contains(held)),
  )
  // What lies above the page gives the focus back by itself.
  if (!gone || held.closest(LAYERS)) return undefined
  // One page came in the place of another: who was at its head stays there.
  if (held.matches('h1')) return document.querySelector('main h1') ?? undefined
  const before = gone.previousSibling
  return nearest(gone.target as Element, before?.isConnected ? before : null)
}

/** What comes next in a place, else what came before; where there is nothing, in the place around it. */
function nearest(place: Element | null, before: Node | null): Element | undefined {
  if (!place) return undefined
  const all = [...place.querySelectorAll(FOCUSABLE)].filter(canHave)
  const next = all.find((element) => !before || isBehind(element, before)) ?? all.at(-1)
  if (next || place.matches(PLACES)) return next ?? place
  return nearest(place.parentElement, place)
}

function isBehind(element: Element, before: Node): boolean {
  const order = before.compareDocumentPosition(element)
  return (order & Node.DOCUMENT_POSITION_FOLLOWING) > 0 && (order & Node.DOCUMENT_POSITION_CONTAINED_BY) === 0
}

function canHave(element: Element): boolean {
  return (
    element.getAttribute('tabindex') !== '-1' &&
    !element.matches(':disabled') &&
    !element.closest('[inert]') &&
    element.checkVisibility({ visibilityProperty: true })
  )
}

function moveTo(element: Element): void {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus()
}
