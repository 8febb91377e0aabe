import { randomBytes } from 'node:crypto'
import type { Handlers, ResultOf } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { LazyDesktop } from '../../platform/desktop/lazy-desktop.ts'
import type { ComputerRecordings } from './computer-recordings.ts'
import type { ComputerTasks } from './computer-tasks.ts'
import type { desktopContract } from './contract.ts'
import { analyzeScreen } from './analyze-screen.ts'
import { insertText, type ScreenDeps } from './screen.ts'

export interface DesktopDeps extends ScreenDeps {
  readonly tasks: ComputerTasks
  readonly recordings: ComputerRecordings
  /** As the setting COMPUTER_CONTROL has it. */
  readonly isTurnedOn: () => boolean
  readonly state: LazyDesktop['state']
}

const SHOWN_MS = 4_000

export function desktopHandlers(deps: DesktopDeps): Handlers<typeof desktopContract> {
  const { tasks, recordings, driver } = deps
  return {
    async readDesktop({ query }) {
      // Where it can't be opened, the driver says why and so does the state.
      if (query.retry === true && deps.isTurnedOn()) await driver()
      return desktopNow(deps)
    },

    async analyzeScreen({ body }, call) {
      assertTurnedOn(deps)
      return analyzeScreen(body, deps, call)
    },

    async insertText({ body }, call) {
      assertTurnedOn(deps)
      return insertText(body, deps, call)
    },

    startTask: ({ body }, call) => tasks.start(body, call),
    readTask: ({ params }) => tasks.read(params.task_id),
    listTasks: () => tasks.list(),
    readScreenshot: ({ params }) => tasks.picture(params.task_id),
    readQuestionPicture: ({ params }) => tasks.question(params.task_id),
    stopTask: () => tasks.stop(),

    listRecordings: ({ query }) => recordings.list(query.limit ?? 100),
    readRecording: ({ params }) => recordings.read(params.task_id),
    readRecordingPicture: ({ params }) => recordings.picture(params.task_id, params.picture),
    async deleteRecording({ params: { task_id } }) {
      await recordings.remove(task_id)
      return { task_id, deleted: true }
    },
    deleteRecordings: async () => ({ deleted: await recordings.removeAll() }),

    async showOverlay({ body }) {
      assertTurnedOn(deps)
      const overlay_id = `ovl_${randomBytes(9).toString('base64url')}`
      const { overlays } = await driver()
      const { via } = await overlays.show({
        id: overlay_id,
        title: body.title,
        text: body.text,
        position: body.position ?? 'top_right',
        durationMs: body.duration_ms ?? SHOWN_MS,
      })
      return { overlay_id, shown: via !== 'log' }
    },
  }
}

function desktopNow({ state, isTurnedOn }: DesktopDeps): ResultOf<(typeof desktopContract)['readDesktop']> {
  const { kind, problem } = state()
  if (!isTurnedOn()) return { status: 'off', kind, problem: 'Computer control is off.' }
  return { status: problem === null ? 'ready' : 'missing', kind, problem }
}

function assertTurnedOn({ isTurnedOn }: DesktopDeps): void {
  if (!isTurnedOn())
    throw new AppError('forbidden', 'Computer control is off. Set COMPUTER_CONTROL to on to use it.')
}
