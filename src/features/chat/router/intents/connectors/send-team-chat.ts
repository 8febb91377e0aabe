import { textOf } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import type { Sentence } from '../../normalize.ts'
import { channel, isTeams, NO_TOKEN, NOT_TEAMS } from './slack.ts'
import { written } from './written.ts'

const on = '(on|in|via|over|by) (slack|teams|the team chat)'
const says = '[that|saying|that says|to say|:] {text}'

export const intent = defineIntent({
  name: 'teamchat.send',
  label: 'Post in the team chat',
  example: 'Post "lunch is ready" to #general',
  effect: 'starts',
  slots: { channel: optional.text, user: optional.text, text: optional.text, is_teams: optional.boolean },
  templates: [
    `(message|dm|ping|tell|write) [privately|directly] [to] ({user:person}|{user:mail}) [privately|directly] ${on} [${says}]`,
    '(dm|slack) ({user:person}|{user:mail}) (that|saying|:) {text}',
    `(post|write|send|say) {text} (to|in|on) (slack|teams|${channel}) [on slack]`,
    // What is announced says what to write about, and not what.
    `announce {subject} (to|in|on) (slack|teams|${channel})`,
    `(post|write|announce|say|send a message) (to|in|on) (slack|${channel}) ${says}`,
    'tell {channel:channel} [that] {text}',
    `send {user:person} a (slack message|dm|direct message) [on slack] [(saying|that|that says|:) {text}]`,
    `send a (slack message|dm|direct message) to {user:person} [on slack] [(saying|that|that says|:) {text}]`,
  ],
  fill(captured, sentence) {
    const text = written(captured, 'text', sentence)
    if (elsewhere.test(sentence.lower) || (text !== undefined && isThing(text, sentence))) return undefined
    return {
      channel: textOf(captured, 'channel'),
      user: textOf(captured, 'user'),
      text: text === undefined || nothingYet.test(text) ? undefined : text,
      is_teams: isTeams(sentence.lower),
    }
  },
  async act(understood, port) {
    const { slots, writer } = understood
    if (slots.is_teams) return writer.say(`${NOT_TEAMS} Nothing was sent.`)
    if (!port.isSet('TEAMCHAT_TOKEN')) return writer.say(`${NO_TOKEN} Nothing was sent.`)
    const { channel, user, text } = slots
    if (channel === undefined && user === undefined)
      return writer.decline('Who to? Say e.g. post "lunch is ready" to #general. Nothing was sent.')
    if (text === undefined)
      return writer.decline('What should it say? Put the words in quotes. Nothing was sent.')
    await callTool(port, understood, {
      action: channel === undefined ? 'TEAMCHAT_SEND_DM' : 'TEAMCHAT_SEND',
      args: { ...(channel === undefined ? { user } : { channel }), text },
      says: true,
      askBecause: `This sends “${text.slice(0, 200)}” to ${channel === undefined ? user! : `#${channel}`} on Slack.`,
    })
  },
})

const elsewhere = /\b(?:tv channel|youtube|facebook|twitter|instagram|e-?mail)\b/

/** "send the picture to #design": the thing is to be sent, and not its name. A message has a verb, or stands in quotes. */
function isThing(text: string, { said, lower }: Sentence): boolean {
  if (!/^(?:send|post|write)\b/.test(lower) || said.includes(`"${text}"`) || said.includes(`'${text}'`))
    return false
  return (
    /^(?:the|my|our|your|this|these|those|his|her|their|an?) /i.test(text) &&
    !clause.test(text) &&
    !nothingYet.test(text)
  )
}

const clause =
  /\b(?:is|are|was|were|am|be|been|has|have|had|will|would|can|could|may|must|should|shall|do|does|did|needs?|\p{L}{2,}(?:ed|'s|n't|'re|'ll))\b/iu
const nothingYet = /^(?:(?:an? )?(?:message|something|dm)|it|this|that|them)$/i
