import { TYPED } from '../test/desktop/policy-server.ts'
import { openRealStage } from '../test/desktop/real-stage.ts'
import type { WindowManager } from '../test/desktop/stage.ts'
import { openTaskApp } from '../test/desktop/task-app.ts'

/** A model that decides from pixels alone against an application that counts what reached it, at every size. */
const sizes = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const
const windowManagers: readonly WindowManager[] = ['openbox', 'xfwm4']

let isGood = true
for (const windowManager of windowManagers)
  for (const [width, height] of sizes) {
    await using stage = await openRealStage({ width, height, windowManager })
    const app = await openTaskApp(stage.desktop)
    const began = performance.now()
    const task = await stage.tasks.run('Hit all targets', { max_steps: 200 })
    const seconds = (performance.now() - began) / 1000
    const { hits, misses, farthest, double, text, scroll, drag, chord, done } = app.score()
    const held = await stage.observer.held()
    const isClean = held?.keys.length === 0 && held.buttons.length === 0
    const others = { double, text: text === TYPED, scroll, drag, chord, done, released: isClean }
    const missing = Object.entries(others).flatMap(([name, is]) => (is ? [] : [name]))
    const passed = hits === 20 && misses === 0 && missing.length === 0 && task.status === 'completed'
    isGood &&= passed
    console.log(
      `${windowManager.padEnd(8)} ${width}x${height}: ${hits} of 20 targets, ${misses} misses, at most ${farthest.toFixed(1)} px off, ` +
        `${task.steps.length} steps in ${seconds.toFixed(1)} s${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}`,
    )
  }
if (!isGood) process.exitCode = 1
