import { asNumber, partOf, readable } from '../../components/data-bound/bound-value.ts'
import type { NewComponent } from '../../components/schemas.ts'
import { printable } from '../terminal/text-width.ts'
import { sourceLines } from './basics.ts'
import { blockBar, sparks } from './blocks.ts'
import { below, indented, marked, narrower, plain, quiet, title, type Ink, type Lines } from './ink.ts'
import { drawPlot } from './plot.ts'
import { linkText } from './markdown.ts'
import { momentText, timeText, weekdayText } from './moment-text.ts'
import { numberText, rounded } from './number-text.ts'
import type { LiveAnswers, LiveType } from './sources.ts'
import { drawValue, grid } from './tables.ts'

type LiveDrawings = {
  readonly [Type in LiveType]: (component: NewComponent<Type>, data: LiveAnswers[Type], ink: Ink) => Lines
}

export const liveDrawings: LiveDrawings = {
  live_weather: ({ focus }, data, ink) => weather(data, focus ?? 'current', ink),

  live_stock: (_component, data, ink) => stock(data, ink),

  currency_converter: ({ amount = 1, from, to }, { base, date, rates, source }, ink) => {
    const rows = Object.entries(rates)
      .filter(([code]) => to === undefined || code === to)
      .slice(0, 12)
      .map(([code, rate]) => [rounded(amount * rate, 2), code])
    const given = `${rounded(amount)} ${from ?? base} =`
    return [
      ...rows.map(
        ([value, code], index) =>
          `${index === 0 ? given : ' '.repeat(given.length)} ${ink.style('bold', value!)} ${code}`,
      ),
      ...quiet(ink, `Rates of ${date}`),
      ...sourceLines(source, ink),
    ]
  },

  news_ticker: ({ limit = 10 }, { articles, source }, ink) =>
    headlines(
      articles.slice(0, limit).map((one) => ({ ...one, by: one.publisher, at: one.published_at })),
      source,
      ink,
    ),

  rss_reader: ({ limit = 10 }, { title: heading, items, source }, ink) => [
    ...title(ink, heading),
    ...headlines(
      items.slice(0, limit).map((one) => ({ ...one, by: one.author, at: one.published_at })),
      source,
      ink,
    ),
  ],

  wiki_summary: (
    _component,
    { title: heading, description, extract, url, alternatives, kind, source },
    ink,
  ) => [
    ...title(ink, heading),
    ...quiet(ink, description),
    ...plain(ink, extract),
    ...(kind === 'disambiguation'
      ? alternatives
          .slice(0, 8)
          .map(({ title: other, description: about }) => printable(`• ${other}${about ? `: ${about}` : ''}`))
      : []),
    linkText(ink, url, url),
    ...sourceLines(source, ink),
  ],

  dictionary: (_component, { word, phonetic, meanings, source }, ink) => [
    `${ink.style('bold', printable(word))}${phonetic ? `  ${ink.style('gray', printable(phonetic))}` : ''}`,
    ...meanings.flatMap(({ part_of_speech, definitions }) => [
      ink.style('italic', printable(part_of_speech)),
      ...definitions
        .slice(0, 4)
        .flatMap(({ definition, example }, index) =>
          marked(`  ${index + 1}. `, [
            ...plain(narrower(ink, 5), definition),
            ...quiet(narrower(ink, 5), example && `“${example}”`),
          ]),
        ),
    ]),
    ...sourceLines(source, ink),
  ],

  translator({ text = '' }, { translated_text, source_language, target_language, source }, ink) {
    if (text === '') return quiet(ink, 'Say what to translate.')
    return [
      ...plain(ink, translated_text).map((line) => ink.style('bold', line)),
      ...quiet(ink, `${source_language} → ${target_language}`),
      ...sourceLines(source, ink),
    ]
  },

  astronomy: ({ show = 'both' }, { picture, station }, ink) =>
    below([
      picture && show !== 'station'
        ? [...title(ink, picture.title), ...plain(ink, picture.explanation), ...quiet(ink, picture.url)]
        : [],
      station && show !== 'picture'
        ? [
            ...title(ink, station.name),
            `${rounded(station.latitude, 2)}°, ${rounded(station.longitude, 2)}° at ${momentText(station.time)}`,
            ...quiet(ink, station.altitude_km === null ? null : `${rounded(station.altitude_km)} km up`),
          ]
        : [],
    ]),

  live_sports: (_component, { league_name, league, games, source }, ink) => [
    ...title(ink, league_name ?? league),
    ...(games.length === 0
      ? quiet(ink, 'No games')
      : grid({ header: ['', '', '', ''], rows: games.slice(0, 20).map(gameRow) }, ink).slice(1)),
    ...sourceLines(source, ink),
  ],

  recipe_viewer: (_component, { title: heading, ingredients, steps, cuisine, category, source }, ink) =>
    below([
      [...title(ink, heading), ...quiet(ink, [category, cuisine].filter(Boolean).join(', '))],
      ingredients.map(({ name, measure }) => printable(`• ${measure ? `${measure} ` : ''}${name}`)),
      steps.flatMap((step, index) => marked(`${index + 1}. `, plain(narrower(ink, 4), step))),
      sourceLines(source, ink),
    ]),

  data_bound: (component, answer, ink) => bound(component, answer, ink),
}

type Weather = LiveAnswers['live_weather']

function weather(data: Weather, focus: 'current' | 'hourly' | 'daily', ink: Ink): Lines {
  const { current, units, hourly, daily } = data
  const degrees = (value: number) => `${Math.round(value)}${units.temperature}`
  const place = [data.city, data.region, data.country].filter(Boolean).join(', ')
  const wind =
    current.wind_speed === null ? [] : [`wind ${rounded(current.wind_speed, 0)} ${units.wind_speed}`]
  const feels = current.feels_like === null ? [] : [`feels like ${degrees(current.feels_like)}`]
  const wet = current.humidity_percent === null ? [] : [`humidity ${current.humidity_percent} %`]
  const hours = hourly.slice(0, 24)
  const temperatures = hours.map(({ temperature }) => temperature)
  const zone = data.timezone ?? undefined
  const first = hours[0] && timeText(new Date(hours[0].time), zone)
  const days = daily.slice(0, focus === 'current' ? 3 : 7)
  const rows = days.map((day) => [
    weekdayText(day.date),
    degrees(day.temperature_min),
    degrees(day.temperature_max),
    day.condition,
  ])
  return [
    ...title(ink, place),
    `${ink.style(['bold', 'cyan'], degrees(current.temperature))}  ${printable(current.condition)}`,
    ...quiet(ink, [...feels, ...wet, ...wind].join(', ')),
    ...(temperatures.length > 1
      ? [
          `${ink.style('yellow', sparks(temperatures, 24))}  ${ink.style('gray', `24 h from ${first}, ${degrees(Math.min(...temperatures))} to ${degrees(Math.max(...temperatures))}`)}`,
        ]
      : []),
    ...(focus === 'hourly' ? hourRows(data, ink) : []),
    ...grid({ header: ['day', 'low', 'high', ''], rows, alignEnd: new Set([1, 2]) }, ink),
    ...staleNote(data, ink),
    ...sourceLines(data.source, ink),
  ]
}

function hourRows({ hourly, units, timezone }: Weather, ink: Ink): Lines {
  const rows = hourly
    .slice(0, 12)
    .map((hour) => [
      timeText(new Date(hour.time), timezone ?? undefined),
      `${Math.round(hour.temperature)}${units.temperature}`,
      hour.precipitation_probability_percent === null ? '' : `${hour.precipitation_probability_percent} %`,
      hour.condition,
    ])
  return grid({ header: ['hour', '', 'rain', ''], rows, alignEnd: new Set([1, 2]) }, ink)
}

function stock(data: LiveAnswers['live_stock'], ink: Ink): Lines {
  const { symbol, name, price, currency, change_percent, series, range, exchange, source } = data
  const money = (value: number) =>
    currency === null ? rounded(value, 2) : numberText(value, { format: 'currency', currency })
  const rose = (change_percent ?? 0) >= 0
  const change =
    change_percent === null
      ? ''
      : `  ${ink.style(rose ? 'green' : 'red', `${rose ? '▲' : '▼'} ${rounded(Math.abs(change_percent), 2)} %`)}`
  const closes = series.map(({ close }) => close)
  return [
    ...title(ink, [name ?? symbol, name === null ? undefined : `(${symbol})`].filter(Boolean).join(' ')),
    `${ink.style('bold', money(price))}${change}`,
    ...(closes.length > 1
      ? drawPlot([{ values: closes, paint: (text) => ink.style(rose ? 'green' : 'red', text) }], {
          columns: Math.max(20, Math.min(60, ink.width - 16)),
          area: false,
          joined: true,
          least: undefined,
          most: undefined,
          label: money,
          ends: [series[0]!.time.slice(0, 10), series.at(-1)!.time.slice(0, 10)],
          quiet: (text) => ink.style('gray', text),
        })
      : []),
    ...quiet(ink, [range, exchange].filter(Boolean).join(', ')),
    ...staleNote(data, ink),
    ...sourceLines(source, ink),
  ]
}

function staleNote({ stale, fetched_at }: { stale: boolean; fetched_at: string }, ink: Ink): Lines {
  return stale
    ? [ink.style('yellow', `Can't reach the provider. This is from ${momentText(fetched_at)}.`)]
    : []
}

interface Headline {
  readonly title: string
  readonly url: string | null
  readonly by: string | null
  readonly at: string | null
}

function headlines(
  items: readonly Headline[],
  source: LiveAnswers['news_ticker']['source'],
  ink: Ink,
): Lines {
  const lines = items.flatMap(({ title: text, url, by, at }) => [
    ...marked('• ', plain(narrower(ink, 2), text)),
    ...indented(quiet(narrower(ink, 2), [by, at && momentText(at), url].filter(Boolean).join('  '))),
  ])
  return [...(lines.length > 0 ? lines : quiet(ink, 'No headlines')), ...sourceLines(source, ink)]
}

type Game = LiveAnswers['live_sports']['games'][number]

function gameRow({ home, away, state, status_text, clock, starts_at }: Game) {
  const score = (team: Game['home']) => team.score_text ?? (team.score === null ? '' : String(team.score))
  const now = state === 'scheduled' ? momentText(starts_at) : [status_text, clock].filter(Boolean).join(' ')
  const result = state === 'scheduled' ? '–' : `${score(home)} : ${score(away)}`
  return [home.name, result, away.name, state === 'live' ? ({ text: now, style: 'green' } as const) : now]
}

type Bound = NewComponent<'data_bound'>

function bound(component: Bound, answer: unknown, ink: Ink): Lines {
  const { display = 'text', path, label, source } = component
  const value = partOf(answer, path)
  const heading = label ?? (path === undefined ? source : readable(path))
  if (display === 'json')
    return [...title(ink, heading), ...plain(ink, JSON.stringify(value, null, 2) ?? '–')]
  const number = asNumber(value)
  if (number === undefined || display === 'table' || display === 'key_value')
    return [...title(ink, heading), ...drawValue(value, ink)]
  return [ink.style('gray', printable(heading)), boundFigure(component, number, ink)]
}

function boundFigure({ display, format, unit, min = 0, max = 100 }: Bound, value: number, ink: Ink): string {
  const figure = ink.style('bold', numberText(value, { format, unit }))
  if (display !== 'gauge') return figure
  return `${ink.style('cyan', blockBar((value - min) / (max - min || 1), 24))} ${figure}`
}
