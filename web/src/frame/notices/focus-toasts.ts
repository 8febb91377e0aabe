let before: Element | undefined

/** Goes to the newest notice by the keys; again, back to where one was. */
export function visitToasts(): void {
  const stack = document.getElementById('toasts')
  if (!stack) return
  if (stack.contains(document.activeElement)) return leaveToasts()
  before = document.activeElement ?? undefined
  stack.querySelector('button')?.focus()
}

/** Back to where one was before, where that is still there. */
export function leaveToasts(): void {
  const goal = before
  before = undefined
  if (goal instanceof HTMLElement && goal.isConnected) goal.focus()
}
