/**
 * Puts together what two have made of one text. Each is taken as one replaced stretch; where the two stretches touch,
 * both are kept, theirs first. So nothing that anybody wrote is lost.
 */
export function mergedText(before: string, mine: string, theirs: string): string {
  if (theirs === before || theirs === mine) return mine
  if (mine === before) return theirs
  const me = stretchOf(before, mine)
  const they = stretchOf(before, theirs)
  if (me.from >= they.to)
    return (
      before.slice(0, they.from) + they.text + before.slice(they.to, me.from) + me.text + before.slice(me.to)
    )
  if (they.from >= me.to)
    return (
      before.slice(0, me.from) + me.text + before.slice(me.to, they.from) + they.text + before.slice(they.to)
    )
  const from = Math.min(me.from, they.from)
  const to = Math.max(me.to, they.to)
  return before.slice(0, from) + they.text + me.text + before.slice(to)
}

/** Where a place of the old text is in the new one, e.g. that of the cursor. */
export function movedPlace(before: string, after: string, place: number): number {
  const { from, to, text } = stretchOf(before, after)
  if (place <= from) return place
  return place >= to ? place + text.length - (to - from) : from + text.length
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly text: string
}

function stretchOf(before: string, after: string): Stretch {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return { from, to: before.length - same, text: after.slice(from, after.length - same) }
}
