import type { DesktopDriver, Point } from '../../src/platform/desktop/desktop-driver.ts'
import type { DesktopStage, Oracle } from './stage.ts'
import type { WaylandDesktop } from './wayland-desktop.ts'

export interface RaceResult {
  readonly right: number
  /** In the other window. */
  readonly wrong: number
  /** In neither, or only in part. */
  readonly lost: number
}

interface Rounds {
  readonly rounds: number
}

/** Clicks into two windows in turn and types at once, as often as it is told. */
export async function raceFocus(
  stage: DesktopStage,
  driver: DesktopDriver,
  { rounds }: Rounds,
): Promise<RaceResult> {
  const left = await stage.openOracle({
    kind: 'text',
    toolkit: 'tk',
    title: 'left',
    geometry: '400x300+50+100',
  })
  const right = await stage.openOracle({
    kind: 'text',
    toolkit: 'tk',
    title: 'right',
    geometry: '400x300+650+100',
  })
  return race(driver, { rounds, left, right, placeOf: (isLeft) => ({ x: isLeft ? 250 : 850, y: 300 }) })
}

/** The same under a compositor that gives each window half of the screen. */
export async function raceTiledFocus(
  { stage, driver }: WaylandDesktop,
  { rounds }: Rounds,
): Promise<RaceResult> {
  const left = await stage.openOracle({ kind: 'text', title: 'left' })
  const right = await stage.openOracle({ kind: 'text', title: 'right' })
  // Never twice at the same place: two quick clicks there would select what is written.
  const placeOf = (isLeft: boolean, round: number) => ({
    x: isLeft ? 320 : 960,
    y: 200 + ((round * 70) % 500),
  })
  return race(driver, { rounds, left, right, placeOf })
}

interface Race extends Rounds {
  readonly left: Oracle
  readonly right: Oracle
  readonly placeOf: (isLeft: boolean, round: number) => Point
}

async function race(driver: DesktopDriver, { rounds, left, right, placeOf }: Race): Promise<RaceResult> {
  const tokens: { readonly token: string; readonly meant: Oracle; readonly other: Oracle }[] = []
  for (let round = 0; round < rounds; round++) {
    const isLeft = round % 2 === 0
    const [meant, other] = isLeft ? [left, right] : [right, left]
    const token = `(${1000 + round})`
    tokens.push({ token, meant, other })
    await driver.click(placeOf(isLeft, round), {})
    await driver.type(token, { method: 'keys' })
    // They write down all they hold at every key, and must not fall behind for ever.
    if (tokens.length % 20 === 0 || tokens.length === rounds)
      await until(() => tokensIn(left).size + tokensIn(right).size === tokens.length)
  }
  const inMeant = tokens.filter(({ token, meant }) => tokensIn(meant).has(token)).length
  const inOther = tokens.filter(({ token, other }) => tokensIn(other).has(token)).length
  await Promise.all([left.close(), right.close()])
  return { right: inMeant, wrong: inOther, lost: rounds - inMeant - inOther }
}

/** A click sets the caret, so one may stand inside of another: the inner ones are taken out first. */
function tokensIn(window: Oracle): Set<string> {
  const found = new Set<string>()
  let text = window.text()
  for (let length = -1; length !== text.length;) {
    length = text.length
    text = text.replaceAll(/\(\d{4}\)/g, (token) => {
      found.add(token)
      return ''
    })
  }
  return found
}

/** As long as it may take on a busy machine; what has not come by then is lost. */
async function until(isDone: () => boolean): Promise<void> {
  const end = Date.now() + 150_000
  while (!isDone() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
}
