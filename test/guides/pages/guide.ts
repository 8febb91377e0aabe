import type { Prepare } from '../surroundings.ts'

/** A folder to list. The page stops the service. */
export const prepare: Prepare = async () => ({
  isAlone: true,
  files: { 'Documents/lease.txt': 'Mill Lane\n' },
})
