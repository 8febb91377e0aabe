import { visibleText } from '../../../contract/visible-text.ts'

export function isTimeout(signal: AbortSignal): boolean {
  return signal.aborted && (signal.reason as { name?: string } | null)?.name === 'TimeoutError'
}

/** The reason in the words of whoever threw it, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const text = visibleText(error instanceof Error ? error.message : String(error)).slice(0, 500)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
