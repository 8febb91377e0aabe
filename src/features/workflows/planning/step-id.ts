/** A short name for a step after its tool, which no other step has. */
export function newStepId(action: string, steps: readonly { readonly id: string }[]): string {
  const word = action.split('_')[0]!.toLowerCase()
  const isTaken = (id: string) => steps.some((step) => step.id === id)
  if (!isTaken(word)) return word
  let number = 2
  while (isTaken(`${word}_${number}`)) number += 1
  return `${word}_${number}`
}
