const componentFence = /^(components?|ui)$/
const jsonFence = /^(json|jsonc|json5|jsonl)?$/

export function isOwnFence(word: string): boolean {
  return componentFence.test(word)
}

/** Whether components may stand in a fence with this name: in one of their own, or in one of any JSON. */
export function isFenceOfComponents(word: string): boolean {
  return componentFence.test(word) || jsonFence.test(word)
}

const beginnings = ['{"type"', '{"components"', '[{"type"']

/** Whether a text is, or may become, one that says at once that it is a component. */
export function couldBeginComponent(raw: string): boolean {
  const start = raw.slice(0, 200).replaceAll(/\s+/g, '')
  return start !== '' && beginnings.some((one) => one.startsWith(start) || start.startsWith(one))
}

/** The same of one that stands on a line of its own, where any JSON may still turn out to be one. */
export function couldBeginAlone(raw: string): boolean {
  return /^(\{\s*(["'\w}]|$)|\[\s*(\{\s*(["'\w]|$)|$))/.test(raw)
}
