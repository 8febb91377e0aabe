import type { Component } from '../../../../contract/component-schema.ts'
import type { SettingName } from '../../../settings/definitions.ts'

/** What is shown where an answer had to end; the conversation goes on from there. */
export function outOfTime(seconds: number): Component {
  return limit(
    `The answer took longer than ${seconds} seconds and was stopped. Say "go on", or raise CHAT_SECONDS.`,
    'CHAT_SECONDS',
  )
}

export function outOfCalls(calls: number): Component {
  return limit(
    `The assistant has made the ${calls} tool calls that one answer may make. Say "go on", or raise CHAT_TOOL_STEPS.`,
    'CHAT_TOOL_STEPS',
  )
}

export function outOfTokens(tokens: number): Component {
  return limit(
    `The answer has used the ${tokens} tokens that one may use. Say "go on", or raise CHAT_TOKEN_BUDGET.`,
    'CHAT_TOKEN_BUDGET',
  )
}

function limit(message: string, setting: SettingName): Component {
  return {
    type: 'error',
    title: 'Stopped at a limit',
    message,
    code: 'limit_reached',
    setting,
    retryable: true,
  }
}

export function calledWrongly(times: number, why: string): Component {
  return {
    type: 'error',
    title: 'A tool could not be called',
    message: `The model called a tool wrongly ${times} times and was stopped. ${why} Put it in other words, or try another LLM_MODEL.`,
    code: 'invalid_tool_call',
    retryable: true,
  }
}
