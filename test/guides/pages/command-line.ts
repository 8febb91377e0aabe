import type { Prepare } from '../surroundings.ts'

/** The files that are packed. */
export const prepare: Prepare = async () => ({ files: { 'a.txt': 'A\n', 'b.txt': 'B\n' } })
