import type { DesktopDriver, Point } from '../../src/platform/desktop/desktop-driver.ts'
import type { DesktopStage, Oracle } from './stage.ts'

export interface RaceResult {
  readonly right: number
  /** In the other window. */
  readonly wrong: number
  /** In neither, or only in part. */
  readonly lost: number
}

/** Clicks into two windows in turn and types at once, as often as it is told. */
export async function raceFocus(
  stage: DesktopStage,
  driver: DesktopDriver,
  { rounds }: { readonly rounds: number },
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
  const windows: [Oracle, Point][] = [
    [left, { x: 250, y: 300 }],
    [right, { x: 850, y: 300 }],
  ]
  const tokens: { readonly token: string; readonly meant: Oracle; readonly other: Oracle }[] = []
  for (let round = 0; round < rounds; round++) {
    const [meant, point] = windows[round % 2]!
    const [other] = windows[(round + 1) % 2]!
    const token = `(${1000 + round})`
    tokens.push({ token, meant, other })
    await driver.click(point, {})
    await driver.type(token, { method: 'keys' })
  }
  await until(() => tokensIn(left).size + tokensIn(right).size === rounds)
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
  const end = Date.now() + 60_000
  while (!isDone() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
}
