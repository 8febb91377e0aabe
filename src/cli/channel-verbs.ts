import type { Verb } from './command.ts'

export const channelVerbs: readonly [Verb, ...Verb[]] = [
  {
    name: 'list',
    usage: 'deskhand channels',
    summary: 'List the channels, their state and who may write from there',
    maxWords: 0,
  },
  {
    name: 'pair',
    usage: 'deskhand channels pair CHANNEL',
    summary: 'Make a code that lets one person in, e.g. pair telegram',
    maxWords: 1,
  },
  {
    name: 'approve',
    usage: 'deskhand channels approve PAIRING [--off]',
    summary: 'Let a paired person approve what their own messages want to send',
    options: { off: { type: 'boolean', about: 'No longer' } },
    maxWords: 1,
  },
  {
    name: 'revoke',
    usage: 'deskhand channels revoke PAIRING',
    summary: 'Let a paired person write no more',
    maxWords: 1,
  },
  {
    name: 'connect',
    usage: 'deskhand channels connect CHANNEL',
    summary: 'Connect a channel again after it was stopped',
    maxWords: 1,
  },
]
