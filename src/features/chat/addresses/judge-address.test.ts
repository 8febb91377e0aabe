import { describe, expect, test } from 'vitest'
import { addressesSaid, mayLoad, shownAddress } from './judge-address.ts'

const said = 'https://news.example/feed.xml'
const known = addressesSaid(`show me ${said} please`)
const tainted = { isPrivate: true, known }
const untainted = { isPrivate: false, known }

describe('in a conversation that has read something private', () => {
  test.each([
    ['as it was said', said],
    ['with its host in capitals', 'HTTPS://NEWS.example/feed.xml'],
    ['with the port that is meant anyway', 'https://news.example:443/feed.xml'],
    ['with a path that means the same', 'https://news.example/x/../feed.xml'],
  ])('an address that the person said loads, %s', (_what, address) => {
    expect(mayLoad(address, 'feed', tainted)).toBe(true)
  })

  test.each([
    ['with a query', `${said}?SECRET`],
    ['with a fragment', `${said}#SECRET`],
    ['with more path', `${said}/SECRET`],
    ['with other letters in the path', 'https://news.example/FEED.xml'],
    ['with a user name', 'https://SECRET@news.example/feed.xml'],
    ['as a user name', 'https://news.example@evil.example/feed.xml'],
    ['as a user name with a backslash', String.raw`https://evil.example\@news.example/feed.xml`],
    ['on another port', 'https://news.example:8443/feed.xml'],
    ['under a longer name', 'https://news.example.evil.example/feed.xml'],
    ['under a name below it', 'https://SECRET.news.example/feed.xml'],
    ['by another scheme', 'http://news.example/feed.xml'],
    ['on a host without a scheme', '//evil.example/SECRET'],
    ['on a host behind backslashes', String.raw`\\evil.example\SECRET`],
    ['on a host behind a slash and a backslash', String.raw`/\evil.example/SECRET`],
    ['on a host behind a tab', '/\t/evil.example/SECRET'],
    ['on a host behind a line break', 'ht\ntps://evil.example/SECRET'],
    ['encoded', 'https://news.example/%66eed.xml%3FSECRET'],
    ['inside another one', `https://evil.example/?${said}`],
    ['with letters that look alike', 'https://nеws.example/feed.xml'],
    ['of another kind', 'ftp://news.example/feed.xml'],
    ['as a blob', 'blob:https://news.example/1'],
  ])('an address does not, %s', (_what, address) => {
    expect(mayLoad(address, 'feed', tainted)).toBe(false)
    expect(mayLoad(address, 'picture', tainted)).toBe(false)
  })

  test('a widget does not run, and data are not asked for with words of the model', () => {
    expect(mayLoad('<p>Hello</p>', 'script', tainted)).toBe(false)
    expect(mayLoad('<p>Hello</p>', 'script', untainted)).toBe(true)
    expect(mayLoad('/api/system/metrics', 'data', tainted)).toBe(true)
    expect(mayLoad('/api/widget/news?topic=SECRET', 'data', tainted)).toBe(false)
    expect(mayLoad('/api/widget/news?topic=oslo', 'data', untainted)).toBe(true)
  })
})

describe.each([
  ['that has read something private', tainted],
  ['that has read nothing', untainted],
])('in a conversation %s', (_what, judging) => {
  test.each(['/uploads/a.png', '/assets/icons/cloud-1.svg', 'data:image/png;base64,AAAA'])(
    'the picture %s loads',
    (address) => {
      expect(mayLoad(address, 'picture', judging)).toBe(true)
    },
  )

  test.each([
    '/api/widget/rss?url=https://evil.example/SECRET',
    '/api/%77idget/rss?url=https://evil.example/SECRET',
    '/api/%2577idget/rss',
    '/assets/../api/widget/rss',
    '/assets/%2e%2e/api/widget/rss',
    '/assets/%252e%252e/api/widget/rss',
    '/assets/..%2fapi/widget/rss',
    String.raw`/assets\..\api\widget`,
    '/%61pi/system/metrics',
    '/assets/a.png?SECRET',
    '/assets/a.png#SECRET',
    '/assets/%',
    '/assets/',
    '/',
    'data:text/html,<img>',
    'javascript:alert(1)',
    'http://127.0.0.1:8000/api/widget/rss?url=https://evil.example/SECRET',
    'http://127.1/api/widget/rss',
    'http://0x7f000001/api/widget/rss',
    'http://localhost:8000/api/widget/rss',
    'http://a.localhost/api',
    'http://[::1]:8000/api/widget/rss',
    'http://[::ffff:127.0.0.1]/api',
    'http://0.0.0.0:8000/api',
  ])('the picture %s does not', (address) => {
    expect(mayLoad(address, 'picture', judging)).toBe(false)
  })
})

test('what a person said is found whole, whatever stands around it', () => {
  const found = (text: string) => [...addressesSaid(text)]
  expect(found('see (https://a.example/x), "https://b.example/y?z=1#q".')).toEqual(
    expect.arrayContaining(['https://a.example/x', 'https://b.example/y?z=1#q']),
  )
  expect(found('https://en.example/wiki/Oslo_(city)')).toContain('https://en.example/wiki/Oslo_(city)')
  expect(found('the feed of news.example/feed.xml, please')).toContain('https://news.example/feed.xml')
  expect(found('hello there, nothing.')).toEqual([])
})

test('an address is shown whole, and nothing in it can hide', () => {
  expect(shownAddress('https://аpple.example/‮gnp.a')).toBe('https://xn--pple-43d.example/%E2%80%AEgnp.a')
  expect(shownAddress('https://user:pass@evil.example/')).toBe('https://user:pass@evil.example/')
  expect(shownAddress('//x\u202Ey\u200Bz\u0007')).toBe(String.raw`//x\u{202E}y\u{200B}z\u{7}`)
})
