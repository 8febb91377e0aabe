/** Gives each heading of a page the address that GitHub gives it: links work there and here. */
export function anchorsOf(): (heading: string) => string {
  const taken = new Map<string, number>()
  return (heading) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const count = taken.get(anchor) ?? 0
    taken.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  }
}
