import { AppError } from '../../contract/errors.ts'
import { firstAnswer } from '../../platform/upstream/first-answer.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import { withTiming, type Caller, type NeedContext } from './need.ts'
import type { AstronomyReading, PictureReading, StationReading } from '../../widgets/astronomy/contract.ts'

/** The picture and the station do not wait for each other, and one can be had without the other. */
export function createAstronomy({ hub, widgets, now }: NeedContext) {
  const { pictureOfTheDay, stationPosition, stationNow } = widgets.astronomy

  return async (caller: Caller) => {
    const turn = hub.turn(caller)
    const [picture, station] = await Promise.all([
      orError(hub.ask(pictureOfTheDay, {}, turn)),
      orError(
        firstAnswer<StationReading>(
          [(part) => hub.ask(stationPosition, {}, part), (part) => hub.ask(stationNow, {}, part)],
          turn,
        ),
      ),
    ])
    const parts = [picture, station].filter(isGiven)
    const [first] = parts
    if (!first) throw picture
    const value: AstronomyReading = {
      picture: picture instanceof AppError ? null : picture.value,
      station: station instanceof AppError ? null : station.value,
      source: first.value.source,
    }
    // Whatever is old makes the whole old.
    const { fetchedAt, stale } = parts.find((part) => part.stale) ?? first
    return withTiming({ value, fetchedAt, stale }, now)
  }
}

type Part = Answered<PictureReading> | Answered<StationReading>

function isGiven(part: Part | AppError): part is Part {
  return !(part instanceof AppError)
}

async function orError<Value>(asked: Promise<Answered<Value>>): Promise<Answered<Value> | AppError> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError && error.code !== 'cancelled') return error
    throw error
  }
}
