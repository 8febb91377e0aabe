import type { PictureReading } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY, HOUR } from '../kit/durations.ts'
import { dateInZone, momentInZone } from '../kit/local-time.ts'
import { webAddress } from '../kit/web-address.ts'

const provider: Provider = {
  name: 'NASA',
  title: 'NASA',
  origin: 'https://api.nasa.gov',
  caps: [{ calls: 10, perSeconds: 3600 }],
  pauseMs: HOUR,
}

/** Where the day of the picture begins. */
const ZONE = 'America/New_York'
const ADDRESS = 'https://apod.nasa.gov/'

export const pictureOfTheDay = defineLookup<Record<string, never>, PictureReading>({
  name: 'nasa.picture',
  provider,
  keepMs: untilTomorrow,
  example: {},
  request: (_question, setting) => ({
    path: '/planetary/apod',
    query: { api_key: setting('NASA_API_KEY') ?? 'DEMO_KEY', thumbs: 'true' },
  }),
  read(answer) {
    const body = answer.json()
    if (answer.status === 403)
      throw new AppError(
        'not_configured',
        'NASA rejected the key in NASA_API_KEY. Set a valid one or clear it.',
      )
    if (answer.status === 404 || answer.status === 400)
      throw new AppError('not_found', 'NASA has no picture for today yet. Try again later.')
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const picture = Array.isArray(body) ? newest(body.map(fieldsOf)) : fieldsOf(body)
    return pictureOf(picture)
  },
})

function pictureOf(fields: Fields): PictureReading {
  const date = textOf(fields['date'])
  const title = textOf(fields['title'])
  if (date === null || !/^\d{4}-\d\d-\d\d$/.test(date) || title === null)
    throw new UnreadableAnswer('a picture without a title')
  const media = textOf(fields['media_type'])
  const address = (name: string) => webAddress(textOf(fields[name]), ADDRESS)
  const copyright = textOf(fields['copyright'])?.replaceAll(/\s+/g, ' ') ?? null
  return {
    date,
    title,
    explanation: textOf(fields['explanation']) ?? '',
    media_type: media === 'image' || media === 'video' ? media : 'other',
    url: address('url'),
    hd_url: address('hdurl'),
    thumbnail_url: address('thumbnail_url'),
    copyright,
    source: {
      name: 'NASA APOD',
      url: `${ADDRESS}apod/ap${date.slice(2).replaceAll('-', '')}.html`,
      attribution: `NASA Astronomy Picture of the Day${copyright === null ? '' : `, © ${copyright}`}`,
    },
  }
}

function newest(pictures: readonly Fields[]): Fields {
  return pictures.toSorted((a, b) => String(b['date']).localeCompare(String(a['date'])))[0] ?? {}
}

function untilTomorrow({ date }: PictureReading, now: Date): number {
  // The picture of today is late now and then: look again soon.
  if (date < dateInZone(now, ZONE)) return HOUR
  const tomorrow = dateInZone(new Date(now.getTime() + DAY), ZONE)
  const midnight = momentInZone(tomorrow, ZONE)
  return midnight === null ? HOUR : Math.min(Date.parse(midnight) - now.getTime(), DAY)
}
