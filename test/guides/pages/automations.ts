import type { Prepare } from '../surroundings.ts'

/** No test asks the real news. What the page saves goes on looking at the folders. */
export const prepare: Prepare = async () => ({
  isAlone: true,
  addresses: { 'https://feeds.bbci.co.uk': 'http://127.0.0.1:1' },
})
