import { openRealStage } from '../test/desktop/real-stage.ts'
import { moments, stopDuring, type Stopped } from '../test/desktop/stopping.ts'

/** Stops tasks in the middle of everything that takes time: each must be over within 250 ms with nothing held. */
const rounds = Number(process.argv[2] ?? 50)
const LIMIT_MS = 250

await using stage = await openRealStage({ width: 1280, height: 720, windowManager: 'openbox' })
let isGood = true
for (const moment of moments) {
  const stops: Stopped[] = []
  for (let round = 0; round < rounds; round += 1) stops.push(await stopDuring(stage, moment))
  const times = stops.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const inTime = times.filter((ms) => ms <= LIMIT_MS).length
  const isClean = ({ held, survivor, status }: Stopped) =>
    status === 'stopped' && !survivor && held?.keys.length === 0 && held.buttons.length === 0
  const clean = stops.filter(isClean).length
  isGood &&= inTime === rounds && clean === rounds
  const [middle, last] = [times[rounds >> 1]!, times.at(-1)!]
  console.log(
    `${moment.padEnd(18)} ${inTime} of ${rounds} within ${LIMIT_MS} ms, ${clean} of ${rounds} with nothing left; ` +
      `median ${middle.toFixed(0)} ms, longest ${last.toFixed(0)} ms`,
  )
}
if (!isGood) process.exitCode = 1
