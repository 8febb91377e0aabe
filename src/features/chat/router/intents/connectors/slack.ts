export const NO_TOKEN =
  'Team chat needs a token. Set TEAMCHAT_TOKEN in the settings to the bot token of your Slack app.'
export const NOT_TEAMS = 'Only Slack is supported, not Teams.'

/** A channel by its sign or by its word. */
export const channel = '({channel:channel}|(the|our) ({channel:word} channel|channel {channel:word}))'
export const chat = `(slack|teams|the team chat|${channel})`

export function isTeams(lower: string): true | undefined {
  return /\bteams\b/.test(lower) && !/\bslack\b/.test(lower) ? true : undefined
}
