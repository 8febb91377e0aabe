/** WMO codes of present weather, as far as forecasts use them. */
const conditions: Readonly<Record<number, string>> = {
  0: 'clear sky',
  1: 'mainly clear',
  2: 'partly cloudy',
  3: 'overcast',
  45: 'fog',
  48: 'freezing fog',
  51: 'light drizzle',
  53: 'drizzle',
  55: 'dense drizzle',
  56: 'light freezing drizzle',
  57: 'freezing drizzle',
  61: 'light rain',
  63: 'rain',
  65: 'heavy rain',
  66: 'light freezing rain',
  67: 'freezing rain',
  71: 'light snow',
  73: 'snow',
  75: 'heavy snow',
  77: 'snow grains',
  80: 'light rain showers',
  81: 'rain showers',
  82: 'violent rain showers',
  85: 'light snow showers',
  86: 'snow showers',
  95: 'thunderstorm',
  96: 'thunderstorm with light hail',
  99: 'thunderstorm with hail',
}

/** Codes of World Weather Online, which wttr.in passes on, by the WMO code that means the same. */
const sameAs: Readonly<Record<number, readonly number[]>> = {
  0: [113],
  2: [116],
  3: [119, 122],
  45: [143, 248],
  48: [260],
  51: [263, 266],
  56: [185, 281],
  57: [284],
  61: [293, 296],
  63: [299, 302],
  65: [305, 308],
  66: [182, 311, 317],
  67: [314, 320],
  71: [323, 326],
  73: [227, 329, 332],
  75: [230, 335, 338],
  77: [350, 374, 377],
  80: [176, 353],
  81: [356],
  82: [359],
  85: [179, 362, 368],
  86: [365, 371],
  95: [200, 386, 389, 392, 395],
}

const wmoByOther: ReadonlyMap<number, number> = new Map(
  Object.entries(sameAs).flatMap(([wmo, codes]) => codes.map((code) => [code, Number(wmo)] as const)),
)

export function conditionOf(wmoCode: number | null): string {
  return wmoCode === null ? 'unknown' : (conditions[wmoCode] ?? 'unknown')
}

export function wmoCodeOf(wwoCode: number | null): number | null {
  return wwoCode === null ? null : (wmoByOther.get(wwoCode) ?? null)
}
