const maxTermLength = 31
const minTermLength = 4
const twoMistakesFrom = 6

/**
 * Counts the mistakes (a letter missing, added or wrong) with which `term` occurs somewhere in a text; undefined when
 * there are too many. One bit a letter, so that a whole disk can be asked (Wu and Manber, "Fast text searching", 1992).
 */
export function similarity(term: string): ((text: string) => number | undefined) | undefined {
  const letters = term.slice(0, maxTermLength)
  if (letters.length < minTermLength) return undefined
  const mistakes = letters.length >= twoMistakesFrom ? 2 : 1
  const masks = new Map<string, number>()
  for (let index = 0; index < letters.length; index += 1) {
    masks.set(letters[index]!, (masks.get(letters[index]!) ?? 0) | (1 << index))
  }
  const last = 1 << (letters.length - 1)

  return (text) => {
    // states[n]: which beginnings of the term end here with at most n mistakes.
    const states = Array.from({ length: mistakes + 1 }, (_, count) => (1 << count) - 1)
    let best: number | undefined
    for (let at = 0; at < text.length; at += 1) {
      step(states, masks.get(text[at]!) ?? 0)
      const found = states.findIndex((state) => (state & last) !== 0)
      if (found !== -1 && (best === undefined || found < best)) best = found
    }
    return best
  }
}

function step(states: number[], mask: number): void {
  let before = states[0]!
  states[0] = ((before << 1) | 1) & mask
  for (let count = 1; count < states.length; count += 1) {
    const old = states[count]!
    const added = before
    const wrong = before << 1
    const missing = states[count - 1]! << 1
    states[count] = (((old << 1) | 1) & mask) | added | wrong | missing | 1
    before = old
  }
}
