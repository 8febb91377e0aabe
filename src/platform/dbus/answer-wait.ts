export interface AnswerWait {
  readonly timeoutMs: number
  readonly onSilence: () => void
  /** When who is waited for has answered anything, by `performance.now()`: that is no silence. */
  readonly answeredAt?: (() => number | undefined) | undefined
}

/** How many times as long in all: it may answer everybody but this one. */
const MAX_TIMES = 5

/**
 * Ends a wait when nothing was heard for so long. Programs answer one question after the other, so that on a busy machine the
 * last of a thousand waits long at one that is not silent at all. Gives how to stop waiting.
 */
export function waitForAnswer({
  timeoutMs,
  onSilence,
  answeredAt = () => undefined,
}: AnswerWait): () => void {
  const since = performance.now()
  let timer: NodeJS.Timeout
  let isOver = false
  const begin = (ms: number) => {
    // What has come while this process was busy is read before anybody is called silent.
    timer = setTimeout(() => setImmediate(look), ms)
  }
  const look = () => {
    if (isOver) return
    const now = performance.now()
    const left = timeoutMs - (now - Math.max(since, answeredAt() ?? since))
    if (left <= 0 || now - since >= timeoutMs * MAX_TIMES) onSilence()
    else begin(left)
  }
  begin(timeoutMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
