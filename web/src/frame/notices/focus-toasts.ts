let before: Element | undefined

/** Goes to the newest notice by the keys; again, back to where one was. */
export function visitToasts(): void {
  const stack = document.getElementById('toasts')
  if (!stack) return
  if (stack.contains(document.activeElement)) return leaveToasts()
  before = document.activeElement ?? undefined
  stack.querySelector('button')?.focus()
}

/** Back to where one was before, unless one has gone elsewhere meanwhile. */
export function leaveToasts(): void {
  const goal = before
  before = undefined
  const at = document.activeElement
  const isHere = at === null || at === document.body || at.closest('#toasts') !== null
  if (isHere && goal instanceof HTMLElement && goal.isConnected) goal.focus()
}
