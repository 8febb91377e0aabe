import { expect, test } from 'vitest'
import { fuzzTools } from '../prove/tool-fuzz.ts'
import { plugins } from '../src/plugins/registry.ts'

/** `npm run prove` makes 5,000 of each tool. */
const CALLS = 25

const tools = plugins.flatMap(({ tools: list }) => list.map(({ action }) => action))

test.each(tools)('%s answers random arguments with an envelope and leaves nothing behind', async (action) => {
  const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_115)
  const [result] = await fuzzTools({ perTool: CALLS, seed, only: action })
  expect(result?.failures).toEqual([])
  expect(result?.calls).toBe(CALLS)
})
