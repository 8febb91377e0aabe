export const NO_TOKEN =
  'The team chat has no token yet: put the bot token of your Slack app into TEAMCHAT_TOKEN in the settings.'
export const NOT_TEAMS = 'Of team chats only Slack can be reached, not Teams.'

/** A channel by its sign or by its word. */
export const channel = '({channel:channel}|(the|our) ({channel:word} channel|channel {channel:word}))'
export const chat = `(slack|teams|the team chat|${channel})`

export function isTeams(lower: string): true | undefined {
  return /\bteams\b/.test(lower) && !/\bslack\b/.test(lower) ? true : undefined
}
