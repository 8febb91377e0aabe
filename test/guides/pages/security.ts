import type { Prepare } from '../surroundings.ts'

/** The page sets a token, which nobody else on the machine has. */
export const prepare: Prepare = async () => ({ isAlone: true })
