import { expect, test } from 'vitest'
import { matchGrammar } from './grammar/grammar.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'

const when = whenOf({
  now: new Date('2026-11-15T09:00:00Z'),
  timeZone: 'Europe/Oslo',
  kept: (kind) => (kind === 'people' ? ['James Cook', 'Anna Berg'] : []),
})

function meant(said: string) {
  const shaped = matchGrammar(normalize(said), when)
  return shaped && { intent: shaped.intent, ...shaped.slots }
}

test.each([
  ["reply to Anna's mail saying thanks", 'Anna'],
  ['reply to annas email saying sounds good', 'anna'],
  ['reply to James email saying sounds good', 'James'],
  ['answer the landlord’s email saying yes', 'landlord'],
  ['respond to the newsletter email saying stop', 'newsletter'],
])('"%s" answers nobody else', (said, from) => {
  expect(meant(said)).toMatchObject({ intent: 'mail.reply', from })
})

test.each(['reply to my last email saying thanks', 'reply to that mail saying ok', 'answer the email: yes'])(
  '"%s" answers the newest mail',
  (said) => {
    expect(meant(said)?.intent).toBe('mail.reply')
    expect(meant(said)).not.toHaveProperty('from')
  },
)

test.each([
  ['did I get an email from Anna', { intent: 'mail.read', from: 'Anna' }],
  ['have we received any mail from Tom today', { intent: 'mail.read', from: 'Tom' }],
  ['what issues are open on nodejs/node', { intent: 'issue.list', owner: 'nodejs', repo: 'node' }],
  ['which bugs are still open in nodejs/node', { intent: 'issue.list', owner: 'nodejs', repo: 'node' }],
])('%s', (said, expected) => {
  expect(meant(said)).toMatchObject(expected)
})
