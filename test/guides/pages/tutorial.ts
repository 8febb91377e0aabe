import type { Prepare } from '../surroundings.ts'

/** What the page saves goes on looking at the folders. */
export const prepare: Prepare = async () => ({ isAlone: true })
