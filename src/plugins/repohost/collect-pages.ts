const MAX_PAGES = 20

/** Asks for page after page until there are enough, or no more. */
export async function collectPages<Item>(
  limit: number,
  page: (number: number) => Promise<{ items: readonly Item[]; isLast: boolean }>,
): Promise<{ items: Item[]; more: boolean }> {
  const items: Item[] = []
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const answer = await page(number)
    items.push(...answer.items)
    if (items.length > limit) break
    if (answer.isLast) return { items, more: false }
    if (items.length === limit) break
  }
  return { items: items.slice(0, limit), more: true }
}

/** Whether the service says that another page follows. Where it is, is not taken from the answer. */
export function hasNextPage(headers: Headers): boolean {
  const next = headers.get('x-next-page')
  if (next !== null) return next.trim() !== ''
  return /rel="?next"?/.test(headers.get('link') ?? '')
}
