import { expect, test } from 'vitest'
import { escaped, mentionedIn, readable } from './message-text.ts'
import { messageOf } from './params.ts'

const names = new Map([['U0ADA', 'Ada']])

test('what is written calls nobody and opens nothing', () => {
  expect(escaped('<!channel> & <@U0ADA>')).toBe('&lt;!channel&gt; &amp; &lt;@U0ADA&gt;')
  expect(escaped('&lt;')).toBe('&amp;lt;')
})

test('what was escaped is read as it was written', () => {
  for (const text of ['a < b && c > d', '&lt;b&gt;', 'AT&T', '<https://example.org|x>'])
    expect(readable(escaped(text), names)).toBe(text)
})

test('a message without words is refused, and links in it are not fetched by Slack', () => {
  for (const text of ['', ' \n\t'])
    expect(() => messageOf(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  expect(messageOf('see <x>')).toEqual({ text: 'see &lt;x&gt;', unfurl_links: false, unfurl_media: false })
})

test('everybody who is mentioned is found, as often as they are', () => {
  expect(mentionedIn('<@U0ADA> and <@W1|bob>, <@U0ADA>, <@B1>, @U9, <#C1>')).toEqual(['U0ADA', 'W1', 'U0ADA'])
  expect(mentionedIn('nobody')).toEqual([])
})

test.each([
  ['a person', 'hi <@U0ADA>', 'hi @Ada'],
  ['a person nobody knows', 'hi <@U9>', 'hi @U9'],
  ['a person with a label', '<@U9|old name>', '@U9'],
  ['a channel', 'in <#C1|general>', 'in #general'],
  ['a channel without a name', '<#C1> <#C2|>', '#C1 #C2'],
  ['everybody', '<!here> <!channel>', '@here @channel'],
  ['a group', '<!subteam^S1|@devs>', '@devs'],
  ['a link', '<https://example.org/a?b=1>', 'https://example.org/a?b=1'],
  ['a link with words', '<https://example.org|our page>', 'our page (https://example.org)'],
  ['a link with its own words', '<https://example.org|example.org>', 'https://example.org'],
  ['a link with no words', '<https://example.org|>', 'https://example.org'],
  ['an address', '<mailto:ada@example.org|ada@example.org>', 'mailto:ada@example.org'],
  ['signs', 'a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
  ['what was escaped twice', '&amp;lt;', '&lt;'],
  ['a lone bracket', '1 < 2', '1 < 2'],
])('%s is written out', (_what, text, told) => {
  expect(readable(text, names)).toBe(told)
})
