import { describe, expect, test } from 'vitest'
import { startTestService } from '../service.ts'
import { TYPED, startPolicyServer } from './policy-server.ts'
import { TaskClient } from './real-stage.ts'
import { openTaskApp } from './task-app.ts'
import { hasWayland, startWayland } from './wayland-stage.ts'

const TIMEOUT = 400_000
const all = { misses: 0, double: true, text: TYPED, scroll: true, drag: true, chord: true, done: true }

describe.runIf(hasWayland)('a model that only sees pixels, on a Wayland desktop', () => {
  test.each([
    [1280, 720, 20],
    [1920, 1080, 20],
    [3840, 2160, 20],
  ])(
    'does everything on a screen of %i by %i and hits %i targets',
    { timeout: TIMEOUT },
    async (width, height, targets) => {
      await using stage = await startWayland({ width, height, xwayland: true })
      await using server = await startPolicyServer()
      const { WAYLAND_DISPLAY, XDG_RUNTIME_DIR, SWAYSOCK, DISPLAY, DBUS_SESSION_BUS_ADDRESS, LANG } =
        stage.environment
      await using service = await startTestService({
        environment: {
          WAYLAND_DISPLAY,
          XDG_RUNTIME_DIR,
          SWAYSOCK,
          DISPLAY,
          DBUS_SESSION_BUS_ADDRESS,
          LANG,
          DESKHAND_LLM_PROVIDER: 'openai_compatible',
          DESKHAND_LLM_MODEL: 'scripted',
          DESKHAND_LLM_BASE_URL: `${server.url}/v1`,
          DESKHAND_LLM_API_KEY: 'a-key-of-the-test',
        },
      })
      const tasks = new TaskClient(service.client, service.folder.audit)
      const app = await openTaskApp(stage, { targets })
      const task = await tasks.run('Hit all targets', { max_steps: 200 })
      expect(app.score()).toMatchObject({ ...all, hits: targets })
      expect(task).toMatchObject({ status: 'completed', ended_by: 'done', message: 'All targets are hit.' })
    },
  )
})
