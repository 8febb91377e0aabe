import { expect, test } from 'vitest'
import type { DesktopDriver, Point } from '../../src/platform/desktop/desktop-driver.ts'
import { openComputerStage, type ComputerStage } from './computer-stage.ts'
import { DecidingModels, type Wanted } from './deciding-models.ts'

/** A desktop that others stand in for, as far as a task can tell. */
export interface ContractDesktop extends AsyncDisposable {
  readonly driver: DesktopDriver
  readonly platform: NodeJS.Platform
  /** Where the desktop is told a place of the picture. */
  readonly at: (point: Point) => Point
  /** Where the pointer was sent, in order. */
  places(): Promise<Point[]>
  /** What was pressed and let go of, in order. */
  strokes(): Promise<Stroke[]>
  /** What was typed, one after the other. */
  typed(): Promise<string>
  /** Gestures go on until they are called off, or end by themselves again. */
  hold(isHeld: boolean): Promise<void>
}

export interface Stroke {
  readonly what: string
  readonly isDown: boolean
}

interface ContractOptions {
  readonly isHere?: boolean
  readonly open: () => Promise<ContractDesktop>
}

const PATIENCE = 150_000

/** What a task of computer control does on every desktop: the same actions, the same end, nothing left pressed. */
export function taskContract(name: string, { isHere = true, open }: ContractOptions): void {
  test.runIf(isHere)(
    `${name}: a task clicks, types, scrolls, drags and presses where its picture says`,
    async () => {
      await using desktop = await open()
      const models = new DecidingModels()
      await using stage = await stageOn(desktop, models)
      const [click, wheel, from, to] = [place(100, 50), place(200, 100), place(300, 150), place(380, 190)]
      const wanted: Wanted[] = [
        ['CLICK_AT', { ...click, reason: 'It is there.' }],
        ['TYPE_TEXT', { text: 'Ada é 漢字' }],
        ['PRESS_KEY', { key: 'ctrl+shift+s' }],
        ['SCROLL_AT', { ...wheel, direction: 'down', amount: 2 }],
        ['DRAG', { path: [from, to] }],
        ['DONE', { summary: 'All of it is done.' }],
      ]
      models.wants(...wanted)
      const task = await run(stage, 'Try everything')
      expect(task).toMatchObject({ status: 'completed', ended_by: 'done', message: 'All of it is done.' })
      expect(task.steps.map(({ action }) => action)).toEqual(wanted.slice(0, -1).map(([action]) => action))
      expect(task.end_checks).toMatchObject([{ reached: true }])
      const places = await desktop.places()
      const visited = [click, wheel, from, to].map((point) => indexOf(places, desktop.at(point)))
      expect(visited).not.toContain(-1)
      expect(visited).toEqual(visited.toSorted((one, other) => one - other))
      expect(await desktop.typed()).toBe('Ada é 漢字')
      expect(heldAfter(await desktop.strokes())).toEqual([])
      const { moments } = await stage.recordings.read(task.task_id)
      expect(
        moments.filter(({ kind }) => kind === 'step').map(({ state, picture }) => [state, picture !== null]),
      ).toEqual(wanted.slice(0, -1).map(() => ['done', true]))
    },
  )

  test.runIf(isHere)(
    `${name}: a task that is stopped in the middle of a drag lets go of the button`,
    async () => {
      await using desktop = await open()
      const models = new DecidingModels()
      await using stage = await stageOn(desktop, models)
      const path = [place(100, 50), place(300, 200)]
      models.wants(['DRAG', { path, duration_ms: 10_000 }])
      await desktop.hold(true)
      const { task_id } = await stage.start({ task: 'Drag it' })
      await approveUntil(stage, task_id, async () => heldAfter(await desktop.strokes()).length > 0)
      await desktop.hold(false)
      expect(await stage.computer.stop()).toMatchObject({ stopped: true })
      expect(await stage.computer.read(task_id)).toMatchObject({ status: 'stopped', ended_by: 'stop' })
      await expect.poll(async () => heldAfter(await desktop.strokes())).toEqual([])
    },
  )
}

function stageOn({ driver, platform }: ContractDesktop, models: DecidingModels): Promise<ComputerStage> {
  return openComputerStage({ driver, models, platform })
}

function place(x: number, y: number): Point {
  return { x, y }
}

/** Where nothing tells what stands under the pointer, the person is asked, and says yes. */
async function run(stage: ComputerStage, task: string) {
  const { task_id } = await stage.start({ task })
  await approveUntil(stage, task_id, async () => (await stage.computer.read(task_id)).ended_by !== null)
  return stage.computer.read(task_id)
}

async function approveUntil(
  stage: ComputerStage,
  task_id: string,
  is: () => Promise<boolean>,
): Promise<void> {
  const asked = new Set<string>()
  const look = async () => {
    const { confirmation } = await stage.computer.read(task_id)
    if (confirmation && !asked.has(confirmation.confirmation_id)) {
      asked.add(confirmation.confirmation_id)
      await stage.answer(task_id, true)
    }
    return is()
  }
  await expect.poll(look, { timeout: PATIENCE }).toBe(true)
}

function indexOf(places: readonly Point[], { x, y }: Point): number {
  return places.findIndex((one) => Math.abs(one.x - x) <= 1 && Math.abs(one.y - y) <= 1)
}

/** What is still down after all of it. */
function heldAfter(strokes: readonly Stroke[]): string[] {
  const held = new Set<string>()
  for (const { what, isDown } of strokes)
    if (isDown) held.add(what)
    else held.delete(what)
  return [...held]
}
