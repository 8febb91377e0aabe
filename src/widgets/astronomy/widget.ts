import { AppError } from '../../contract/errors.ts'
import { firstAnswer } from '../../platform/upstream/first-answer.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import { defineWidget } from '../kit/widget.ts'
import {
  astronomyContract,
  type AstronomyReading,
  type PictureReading,
  type StationReading,
} from './contract.ts'
import { pictureOfTheDay } from './nasa-apod.ts'
import { stationNow } from './open-notify.ts'
import { stationPosition } from './wheretheiss.ts'

/** The picture and the station do not wait for each other, and one can be had without the other. */
export const astronomy = defineWidget(astronomyContract, {
  lookups: [pictureOfTheDay, stationPosition, stationNow],

  async answer(_wish, { hub, turn }) {
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
    return { value, fetchedAt, stale }
  },

  summary({ picture, station }) {
    const seen = picture ? `Picture of the day: ${picture.title}.` : ''
    const over = station ? `The space station is over ${positionOf(station)}.` : ''
    return `${seen} ${over}`.trim()
  },
})

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

function positionOf({ latitude, longitude }: StationReading): string {
  return `${latitude.toFixed(1)}°, ${longitude.toFixed(1)}°`
}
