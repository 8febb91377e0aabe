import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { DesktopDriver } from '../src/platform/desktop/desktop-driver.ts'
import { openDriver } from '../test/desktop/driver.ts'
import { startDesktop, type DesktopStage, type Oracle } from '../test/desktop/stage.ts'
import { table } from './table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30)
const WARM_UP = 10
const MODEL_EDGE = 1366
const SENTENCE = 'The quick brown fox: 3 × 14 = 42, isn’t it? 漢字'
const run = promisify(execFile)

interface Compared {
  readonly name: string
  readonly ours: () => Promise<unknown>
  /** As programs that drive a desktop through other programs do it. */
  readonly theirs: (() => Promise<unknown>) | null
  readonly goal: number
  /** What the next round has to wait for, outside of its time. */
  readonly between?: () => Promise<unknown>
}

/** Each action and each picture beside the programs that are usually called for it, in turn, in one run. */
export async function benchDesktop(): Promise<void> {
  const missing = ['Xvfb', 'openbox', 'xdotool', 'scrot', 'convert'].filter((name) => !isInstalled(name))
  if (missing.includes('Xvfb') || missing.includes('openbox')) {
    console.log(`Desktop: skipped, for this needs ${missing.join(', ')}.`)
    return
  }
  console.log(`Desktop under Xvfb and openbox, median of ${ROUNDS}`)
  if (missing.length > 0) console.log(`Not compared, for these are not installed: ${missing.join(', ')}.`)
  const rows = [...(await actionRows(missing)), ...(await pictureRows(missing))]
  console.log(table(['', 'ms', 'usual way ms', 'times faster', 'goal'], rows))
}

async function actionRows(missing: readonly string[]): Promise<string[][]> {
  await using stage = await startDesktop({ width: 1920, height: 1080, windowManager: 'openbox' })
  await using driver = await openDriver(stage)
  const tool = (...words: string[]) =>
    missing.includes('xdotool') ? null : () => run('xdotool', words, { env: stage.environment })
  const board = await stage.openOracle({ kind: 'board', geometry: '1600x900+50+50' })
  const actions: Compared[] = [
    {
      name: 'move the pointer (xdotool)',
      ours: () => driver.move({ x: 400, y: 400 }),
      theirs: tool('mousemove', '--sync', '401', '401'),
      goal: 10,
    },
    {
      name: 'click, until the window has the focus (xdotool)',
      ours: () => driver.click({ x: 500, y: 500 }, {}),
      theirs: tool('mousemove', '--sync', '501', '501', 'click', '1'),
      goal: 10,
    },
    {
      name: 'scroll one notch (xdotool)',
      ours: () => driver.scroll({ x: 600, y: 500 }, { direction: 'down', notches: 1 }),
      theirs: tool('mousemove', '--sync', '601', '501', 'click', '5'),
      goal: 10,
    },
    {
      name: 'press ctrl+shift+t (xdotool)',
      ours: () => driver.press('ctrl+shift+t', {}),
      theirs: tool('key', 'ctrl+shift+t'),
      goal: 10,
    },
  ]
  const rows: string[][] = []
  for (const action of actions) rows.push(await compare(action))
  await board.close()
  const field = await stage.openOracle({ kind: 'text', geometry: '1600x900+50+50' })
  await driver.click({ x: 500, y: 500 }, {})
  rows.push(await compare(insertion(driver, field, tool)))
  return rows
}

function insertion(
  driver: DesktopDriver,
  field: Oracle,
  tool: (...words: string[]) => (() => Promise<unknown>) | null,
): Compared {
  const length = () => Array.from(field.text()).length
  const untilThere = async () => {
    const wanted = length() + Array.from(SENTENCE).length
    await driver.type(SENTENCE, {})
    while (length() < wanted) await sleep(1)
  }
  return {
    name: `insert ${Array.from(SENTENCE).length} characters, until they are there (xdotool)`,
    ours: untilThere,
    // Until it says that it is done: some of these characters never arrive.
    theirs: tool('type', SENTENCE),
    // A text right after another one waits until the clipboard is not asked for any more.
    between: () => sleep(500),
    goal: 10,
  }
}

async function pictureRows(missing: readonly string[]): Promise<string[][]> {
  const rows: string[][] = []
  for (const [width, height] of [
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    await using stage = await startDesktop({ width, height, windowManager: 'openbox' })
    await using driver = await openDriver(stage)
    await fillScreen(stage, driver)
    const shot = join(stage.folder, 'shot.png')
    const small = join(stage.folder, 'small.png')
    const usual = async () => {
      await run('scrot', ['-o', shot], { env: stage.environment })
      await run('convert', [shot, '-resize', `${MODEL_EDGE}x`, small], { env: stage.environment })
    }
    const canCompare = !missing.includes('scrot') && !missing.includes('convert')
    rows.push(
      await compare({
        name: `picture of ${width}x${height} for a model, PNG ${MODEL_EDGE} wide (scrot, convert)`,
        ours: () => driver.capture({ maxEdge: MODEL_EDGE }),
        theirs: canCompare ? usual : null,
        goal: 5,
      }),
      await compare({
        name: `picture of ${width}x${height} as it is (scrot)`,
        ours: () => driver.capture({}),
        theirs: missing.includes('scrot')
          ? null
          : () => run('scrot', ['-o', shot], { env: stage.environment }),
        goal: 1,
      }),
    )
  }
  return rows
}

/** Something to see: an empty screen is packed in no time. */
async function fillScreen(stage: DesktopStage, driver: DesktopDriver): Promise<void> {
  stage.start('xterm', ['-geometry', '180x50+10+10', '-e', 'sh', '-c', 'ls -la /usr/bin; sleep 1000'])
  await stage.openOracle({ kind: 'form', geometry: '600x300+700+500' })
  await driver.settle({ maxMs: 5000 })
}

/** One of each after the other, so that a busy moment of the machine does not hit one way alone. */
async function compare({ name, ours, theirs, goal, between = async () => {} }: Compared): Promise<string[]> {
  const [own, usual]: [number[], number[]] = [[], []]
  // A service that runs for days has warmed up; a program that is started for each action never does.
  for (let round = 0; round < WARM_UP; round++) await ours()
  for (let round = 0; round < ROUNDS; round++) {
    await between()
    own.push(await timed(ours))
    if (theirs) usual.push(await timed(theirs))
  }
  const mine = median(own)
  if (!theirs) return [name, mine.toFixed(2), '–', '–', `${goal}`]
  return [name, mine.toFixed(2), median(usual).toFixed(1), (median(usual) / mine).toFixed(1), `${goal}`]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}

function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0
}
