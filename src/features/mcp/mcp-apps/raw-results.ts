import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallToolResult } from '@modelcontextprotocol/client'

const wanted = new AsyncLocalStorage<(result: CallToolResult) => void>()

/** Runs a call whose answer an app gets as its server gave it: an envelope has no place for what is only for a page. */
export async function withRawResult<Result>(
  work: () => Promise<Result>,
): Promise<{ outcome: Result; raw: CallToolResult | undefined }> {
  let raw: CallToolResult | undefined
  const outcome = await wanted.run((result) => void (raw = result), work)
  return { outcome, raw }
}

/** Gives an answer to the app that waits for it. False when it was not an app that called. */
export function takeRawResult(result: CallToolResult): boolean {
  const take = wanted.getStore()
  take?.(result)
  return take !== undefined
}
