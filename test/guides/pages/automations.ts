import type { Prepare } from '../surroundings.ts'

/** No test asks the real news. */
export const prepare: Prepare = async () => ({
  addresses: { 'https://feeds.bbci.co.uk': 'http://127.0.0.1:1' },
})
