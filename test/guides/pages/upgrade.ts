import type { Prepare } from '../surroundings.ts'

/** The page stops the service. */
export const prepare: Prepare = async () => ({ isAlone: true })
