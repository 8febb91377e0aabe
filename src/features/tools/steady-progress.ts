import type { ToolProgress } from '../../contract/tool.ts'

const PROGRESS_EVERY_MS = 100

/** Tools may report every item; readers get a few a second, and always the last. */
export function steadyProgress(send: (progress: ToolProgress) => void): (progress: ToolProgress) => void {
  let last = -Infinity
  return (progress) => {
    const now = performance.now()
    if (progress.fraction !== 1 && now - last < PROGRESS_EVERY_MS) return
    last = now
    send(progress)
  }
}
