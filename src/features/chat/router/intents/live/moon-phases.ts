/** Phases of the moon after Meeus, Astronomical Algorithms, chapters 47 to 49, with their larger terms: right to some minutes. */
export interface Moon {
  /** 0 to 360: 0 is new, 180 full. */
  readonly elongation: number
  readonly percentLit: number
  readonly name: string
}

const DAY_MS = 86_400_000
const names = [
  'new moon',
  'waxing crescent',
  'first quarter',
  'waxing gibbous',
  'full moon',
  'waning gibbous',
  'last quarter',
  'waning crescent',
] as const

const EPOCH_MS = Date.UTC(2000, 0, 1, 12)
const rad = (degrees: number) => (degrees * Math.PI) / 180
const sine = (degrees: number) => Math.sin(rad(degrees))

export function moonAt(moment: Date): Moon {
  const T = (moment.getTime() - EPOCH_MS) / DAY_MS / 36_525
  const D = 297.8501921 + 445_267.1114034 * T
  const M = 357.5291092 + 35_999.0502909 * T
  const N = 134.9633964 + 477_198.8675055 * T
  const F = 93.272095 + 483_202.0175233 * T
  const longitude =
    6.289 * sine(N) +
    1.274 * sine(2 * D - N) +
    0.658 * sine(2 * D) +
    0.214 * sine(2 * N) -
    0.185 * sine(M) -
    0.114 * sine(2 * F)
  const sun = 1.915 * sine(M) + 0.02 * sine(2 * M)
  const elongation = (((D + longitude - sun) % 360) + 360) % 360
  return {
    elongation,
    percentLit: Math.round(((1 - Math.cos(rad(elongation))) / 2) * 100),
    name: nameOf(elongation),
  }
}

/** A day on either side of a quarter is called by it. */
function nameOf(elongation: number): string {
  const near = 6.5
  const quarter = Math.round(elongation / 90) % 4
  const distance = Math.abs(elongation - Math.round(elongation / 90) * 90)
  return distance <= near ? names[quarter * 2]! : names[Math.floor(elongation / 90) * 2 + 1]!
}

/** When the next new or full moon is. */
export function nextPhase(phase: 'new' | 'full', after: Date): Date {
  const start = (after.getTime() - Date.UTC(2000, 0, 6)) / DAY_MS / 29.530588861
  for (let k = Math.floor(start) - 1; ; k++) {
    const moment = phaseMoment(k + (phase === 'full' ? 0.5 : 0), phase)
    if (moment > after) return moment
  }
}

function phaseMoment(k: number, phase: 'new' | 'full'): Date {
  const T = k / 1_236.85
  const E = 1 - 0.002516 * T
  const M = 2.5534 + 29.1053567 * k
  const N = 201.5643 + 385.81693528 * k + 0.0107582 * T ** 2
  const F = 160.7108 + 390.67050284 * k
  const [a, b, c, d] =
    phase === 'new' ? [-0.4072, 0.17241, 0.01608, 0.01039] : [-0.40614, 0.17302, 0.01614, 0.01043]
  const correction =
    a * sine(N) +
    b * E * sine(M) +
    c * sine(2 * N) +
    d * sine(2 * F) +
    0.00738 * E * sine(N - M) -
    0.00514 * E * sine(N + M) +
    0.00208 * E ** 2 * sine(2 * M)
  const julian = 2_451_550.09766 + 29.530588861 * k + 0.00015437 * T ** 2 + correction
  // Between the time of the planets and that of our clocks there are some 70 seconds.
  return new Date(EPOCH_MS + (julian - 2_451_545) * DAY_MS - 70_000)
}
