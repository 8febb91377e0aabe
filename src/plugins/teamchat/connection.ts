import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import { SlackClient } from './slack-client.ts'

/** What it takes to reach the team chat that the settings name. */
export type ChatAccess = Pick<ToolCall, 'setting' | 'fetch' | 'signal' | 'now'>

export const uploadSeconds = 900

/** The team chat that the settings name. */
export function connect(call: ChatAccess): SlackClient {
  const token = text(call, 'TEAMCHAT_TOKEN')
  if (token === undefined) {
    const sentence = 'Team chat has no token yet. Set TEAMCHAT_TOKEN to the bot token of your Slack app.'
    throw new AppError('not_configured', sentence)
  }
  const replaced = text(call, 'UPSTREAM_SLACK')
  const totalMs = uploadSeconds * 1000
  if (replaced === undefined) {
    const fetchForUpload = guardedFetch({ allowedTargets: () => [], totalMs })
    const base = 'https://slack.com'
    return new SlackClient({ base, isReplaced: false, token, fetch: call.fetch, fetchForUpload, call })
  }
  const base = checked(replaced)
  // It is the operator's own word, so it may be on this machine or its network; it alone.
  const fetch = guardedFetch({ allowedTargets: () => [targetOf(base)], totalMs })
  return new SlackClient({ base, isReplaced: true, token, fetch, fetchForUpload: fetch, call })
}

function checked(address: string): string {
  const url = URL.parse(address)
  if (url && /^https?:$/.test(url.protocol)) return (url.origin + url.pathname).replace(/\/+$/, '')
  throw new AppError('not_configured', 'UPSTREAM_SLACK must be an address starting with https:// or http://.')
}

function targetOf(base: string): string {
  const { hostname, port, protocol } = new URL(base)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

function text(call: ChatAccess, name: string): string | undefined {
  const value = call.setting(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
