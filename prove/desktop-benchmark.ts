import { TYPED } from '../test/desktop/policy-server.ts'
import { openRealStage } from '../test/desktop/real-stage.ts'
import type { WindowManager } from '../test/desktop/stage.ts'
import { openTaskApp, type TaskApp } from '../test/desktop/task-app.ts'
import { hitTargetsOnWayland } from '../test/desktop/wayland-task.ts'

/** A model that decides from pixels alone against an application that counts what reached it, at every size. */
const sizes = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const
const windowManagers: readonly WindowManager[] = ['openbox', 'xfwm4']
const TARGETS = 20

interface Run {
  readonly desktop: string
  readonly size: string
  readonly task: { readonly status: string; readonly steps: readonly unknown[] }
  readonly score: ReturnType<TaskApp['score']>
  readonly seconds: number
  /** Whether no key and no button was left pressed, where that can be seen. */
  readonly released?: boolean
}

for (const [width, height] of sizes) {
  for (const windowManager of windowManagers) {
    await using stage = await openRealStage({ width, height, windowManager })
    const app = await openTaskApp(stage.desktop, { targets: TARGETS })
    const began = performance.now()
    const task = await stage.tasks.run('Hit all targets', { max_steps: 200 })
    const seconds = (performance.now() - began) / 1000
    const held = await stage.observer.held()
    const released = held?.keys.length === 0 && held.buttons.length === 0
    report({
      desktop: windowManager,
      size: `${width}x${height}`,
      task,
      score: app.score(),
      seconds,
      released,
    })
  }
  const began = performance.now()
  const { task, score } = await hitTargetsOnWayland({ width, height, targets: TARGETS })
  const seconds = (performance.now() - began) / 1000
  report({ desktop: 'Wayland', size: `${width}x${height}`, task, score, seconds })
}

function report({ desktop, size, task, score, seconds, released = true }: Run): void {
  const { hits, misses, farthest, double, text, scroll, drag, chord, done } = score
  const others = { double, text: text === TYPED, scroll, drag, chord, done, released }
  const missing = Object.entries(others).flatMap(([name, is]) => (is ? [] : [name]))
  const passed = hits === TARGETS && misses === 0 && missing.length === 0 && task.status === 'completed'
  if (!passed) process.exitCode = 1
  console.log(
    `${desktop.padEnd(8)} ${size}: ${hits} of ${TARGETS} targets, ${misses} misses, at most ${farthest.toFixed(1)} px off, ` +
      `${task.steps.length} steps in ${seconds.toFixed(1)} s${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}`,
  )
}
