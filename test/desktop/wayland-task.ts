import { startTestService } from '../service.ts'
import { startPolicyServer } from './policy-server.ts'
import { TaskClient } from './real-stage.ts'
import { openTaskApp } from './task-app.ts'
import { startWayland } from './wayland-stage.ts'

/** A model that decides from pixels alone, on a Wayland screen of this size: what it did, and what reached the application. */
export async function hitTargetsOnWayland({
  width,
  height,
  targets,
}: {
  width: number
  height: number
  targets: number
}) {
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
  return { task, score: app.score() }
}
