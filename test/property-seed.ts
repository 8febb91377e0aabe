import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'

/**
 * The same random values in every run of `npm test`, so that it fails for a change and not by chance. PROPERTY_SEED
 * chooses others: whoever wants to search on gives a new one each time.
 */
const { testPath } = expect.getState()
// The library is loaded only where it is used.
if (testPath !== undefined && (await readFile(testPath, 'utf8')).includes('fast-check')) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({
    ...fc.readConfigureGlobal(),
    seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_115),
  })
}
