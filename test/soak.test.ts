import { expect, test } from 'vitest'
import { soak } from '../prove/soak.ts'

/** Few calls are hard to tell from the noise of the collector; `npm run prove` makes many and looks more closely. */
const ROUGHLY = 10_000

test(
  'what the service holds does not grow with the calls it has answered',
  { timeout: 180_000 },
  async () => {
    const results = await soak(100, ROUGHLY)
    expect(results.filter(({ bytesPerCall }) => bytesPerCall > ROUGHLY)).toEqual([])
    expect(results.length).toBeGreaterThan(5)
  },
)
