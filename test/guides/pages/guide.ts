import type { Prepare } from '../surroundings.ts'

/** A folder to list. */
export const prepare: Prepare = async () => ({ files: { 'Documents/lease.txt': 'Mill Lane\n' } })
