import type { Prepare } from '../surroundings.ts'

/** No test asks a real feed. What the page saves goes on looking at the folders. */
export const prepare: Prepare = async () => ({
  isAlone: true,
  addresses: { 'https://example.org/rss': 'http://127.0.0.1:1/rss' },
})
