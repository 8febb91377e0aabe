import { readFile, realpath } from 'node:fs/promises'
import { createTestFolders } from '../test/tool-call.ts'
import { createSwapStage, modelCall, readers, writers } from '../test/swapped-links.ts'
import { say } from './say.ts'

// A second process swaps links without pause while a model reads and writes by way of them.
const rounds = Number(process.argv[2] ?? 10_000)
await using folders = await createTestFolders()
await using stage = await createSwapStage(folders)
const calls = [modelCall(folders), modelCall(folders, { isApproved: true })]

/** As it must not be done: looks where the name leads, and opens it by name afterwards. */
const byName = async (path: string): Promise<string> =>
  (await realpath(path)).includes('.ssh') ? '' : readFile(path, 'utf8')

let [leaked, landed, read, byNameLeaked] = [0, 0, 0, 0]
const readWays = calls.flatMap((call) => readers(folders, call))
const writeWays = calls.flatMap((call) => writers(folders, call))
for (let round = 0; round < rounds; round += 1) {
  const way = readWays[round % readWays.length]!
  const seen = async (path: string): Promise<string> => {
    const text = await way(path)
    read += 1
    return text
  }
  if (await stage.readLeaks(seen)) leaked += 1
  if (await stage.readLeaks(byName)) byNameLeaked += 1
  if (await stage.writeLands(writeWays[round % writeWays.length]!)) landed += 1
}
say(
  `${leaked} of ${rounds} reads leaked (${read} found the harmless file), ${landed} of ${rounds} writes landed. ` +
    `Opened by name, ${byNameLeaked} would have leaked.`,
)
if (leaked + landed > 0 || read < rounds / 2 || byNameLeaked === 0) process.exitCode = 1
