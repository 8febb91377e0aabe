import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { UpstreamAnswer } from '../../platform/upstream/answer.ts'
import { UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { feedDate } from './feed-date.ts'
import { feed } from './feed.ts'

const address = 'https://blog.example.org/news/feed.xml'

function read(body: string | Buffer, { contentType = '', url = address } = {}) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return feed.read(new UpstreamAnswer({ status: 200, url, contentType, bytes }), { url })
}

const rss = (items: string, head = '<title>Blog</title><link>https://blog.example.org/</link>') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
   xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
   <channel>${head}${items}</channel></rss>`

test('RSS 2.0 with everything that an item can say', () => {
  const { items, ...whole } = read(
    rss(
      `<item><title>One &amp; only</title><link>/posts/1</link><guid isPermaLink="false">p1</guid>
       <pubDate>Mon, 02 Mar 2026 10:00:00 +0100</pubDate><dc:creator>Ada</dc:creator>
       <description>&lt;p&gt;How it &lt;b&gt;begins&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</description>
       <enclosure url="https://cdn.example.org/1.mp3" type="audio/mpeg" length="1"/>
       <media:thumbnail url="https://cdn.example.org/1.jpg"/></item>`,
      `<title>Blog</title><link>https://blog.example.org/</link><description>About &lt;i&gt;things&lt;/i&gt;</description>
       <language>en</language><lastBuildDate>Mon, 02 Mar 2026 11:00:00 GMT</lastBuildDate>`,
    ),
  )
  expect(whole).toEqual({
    url: address,
    title: 'Blog',
    description: 'About things',
    link: 'https://blog.example.org/',
    language: 'en',
    updated_at: '2026-03-02T11:00:00.000Z',
    source: { name: 'Blog', url: 'https://blog.example.org/', attribution: 'Blog' },
  })
  expect(items).toEqual([
    {
      id: 'p1',
      title: 'One & only',
      url: 'https://blog.example.org/posts/1',
      summary: 'How it begins.',
      author: 'Ada',
      image_url: 'https://cdn.example.org/1.jpg',
      audio_url: 'https://cdn.example.org/1.mp3',
      published_at: '2026-03-02T09:00:00.000Z',
    },
  ])
})

test('RSS 0.91 with the document type that it always had', () => {
  const doctype =
    '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">'
  const body = `<?xml version="1.0"?>${doctype}<rss version="0.91"><channel><title>Old</title><item><title>A</title></item></channel></rss>`
  expect(read(body)).toMatchObject({ title: 'Old', items: [{ title: 'A' }] })
})

test('RSS 1.0, whose items stand beside the channel', () => {
  const body = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>R</title><link>https://r.example.org/</link>
    </channel><item rdf:about="https://r.example.org/1"><title>A</title><link>https://r.example.org/1</link>
    <dc:date>2026-03-02T10:00:00+01:00</dc:date></item></rdf:RDF>`
  expect(read(body)).toMatchObject({
    title: 'R',
    items: [{ id: 'https://r.example.org/1', published_at: '2026-03-02T09:00:00.000Z' }],
  })
})

test('Atom with another prefix, its own base, HTML in a page of XHTML, and text that only looks like HTML', () => {
  const body = `<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://a.example.org/blog/" xml:lang="de">
    <a:title type="text">1 &lt; 2 &amp; so on</a:title><a:link rel="self" href="feed"/><a:link href="./"/>
    <a:author><a:name>Grace</a:name></a:author><a:updated>2026-03-02T10:00:00Z</a:updated>
    <a:entry xml:base="2026/"><a:id>urn:1</a:id><a:title type="html">A &lt;em&gt;b&lt;/em&gt;</a:title>
    <a:link rel="alternate" href="one"/><a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Some <b>bold</b>
    text</div></a:content><a:updated>2026-03-01T10:00:00Z</a:updated></a:entry></a:feed>`
  expect(read(body)).toMatchObject({
    title: '1 < 2 & so on',
    link: 'https://a.example.org/blog/',
    language: 'de',
    items: [
      {
        id: 'urn:1',
        title: 'A b',
        url: 'https://a.example.org/blog/2026/one',
        summary: 'Some bold text',
        author: 'Grace',
        published_at: '2026-03-01T10:00:00.000Z',
      },
    ],
  })
})

test('JSON Feed', () => {
  const body = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
    home_page_url: 'https://j.example.org/',
    authors: [{ name: 'Alan' }],
    items: [
      {
        id: 7,
        content_html: '<p>Hi <img src="/a.png"></p>',
        url: '/7',
        date_published: '2026-03-02T10:00:00Z',
      },
      {
        id: '8',
        title: 'T',
        external_url: 'https://x.example.org/',
        attachments: [{ mime_type: 'audio/mpeg', url: '/8.mp3' }],
      },
    ],
  })
  expect(read(body).items).toMatchObject([
    {
      id: '7',
      title: 'Hi',
      url: 'https://blog.example.org/7',
      image_url: 'https://blog.example.org/a.png',
      author: 'Alan',
    },
    { id: '8', title: 'T', url: 'https://x.example.org/', audio_url: 'https://blog.example.org/8.mp3' },
  ])
})

test.each([
  ['blanks and a byte order mark in front', `\uFEFF \n${rss('<item><title>A</title></item>')}`, 'A'],
  ['a comment in front of the declaration', `<!-- x -->\r\n${rss('<item><title>A</title></item>')}`, 'A'],
  [
    'raw ampersands',
    rss('<item><title>A & B</title><link>https://x.example.org/?a=1&b=2</link></item>'),
    'A & B',
  ],
  ['an HTML entity', rss('<item><title>A&nbsp;B &eacute;</title></item>'), 'A B é'],
  ['raw text', rss('<item><title><![CDATA[A & <b>B</b>]]></title></item>'), 'A & B'],
  ['a prefix that nothing declares', rss('<item><foo:bar>x</foo:bar><title>A</title></item>'), 'A'],
  ['an end that is missing', rss('<item><title>A</title></item>').replace('</channel></rss>', ''), 'A'],
  ['a control character', rss('<item><title>A\u0001</title></item>'), 'A'],
  ['an item in an item', rss('<item><title>A</title><item/></item>'), 'A'],
])('a feed with %s is read as it is meant', (_what, body, title) => {
  expect(read(body).items.map((item) => item.title)).toEqual([title])
})

test.each([
  ['declared', '<?xml version="1.0" encoding="windows-1251"?>', '', [0xcf, 0xf0, 0xe8], 'При'],
  ['told by the server', '', 'text/xml; charset=iso-8859-2', [0xb1], 'ą'],
  [
    'told wrongly by the server',
    '<?xml version="1.0" encoding="windows-1251"?>',
    'text/xml; charset=utf-8',
    [0xcf, 0xf0],
    'Пр',
  ],
  ['unknown', '<?xml version="1.0" encoding="bogus"?>', '', [0xc3, 0xa9], 'é'],
  ['not told at all', '', '', [0xe9, 0x80], 'é€'],
])('a charset that is %s', (_what, declaration, contentType, bytes, title) => {
  const [before, after] = [`${declaration}<rss><channel><item><title>`, '</title></item></channel></rss>']
  const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
  expect(read(body, { contentType }).items[0]!.title).toBe(title)
})

test('UTF-16 is told by its mark', () => {
  const body = Buffer.from(
    `\uFEFF<?xml version="1.0" encoding="utf-16"?>${rss('<item><title>Ü</title></item>').slice(21)}`,
    'utf16le',
  )
  expect(read(body).items[0]!.title).toBe('Ü')
})

test('a packed file is unpacked although nobody says that it is one, but not when it was made to hurt', () => {
  expect(read(gzipSync(rss('<item><title>A</title></item>'))).items).toHaveLength(1)
  expect(() => read(gzipSync(Buffer.alloc(20_000_000, ' ')))).toThrow(UnreadableAnswer)
})

test('a document type that declares entities is refused', () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${rss('<item><title>&b;</title></item>').slice(21)}`
  expect(() => read(bomb)).toThrow('declares its own entities')
  const outside = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><title>&x;</title></channel></rss>`
  expect(() => read(outside)).toThrow(AppError)
})

test('a page is no feed, but the feeds that it names are told', () => {
  const page = `<!DOCTYPE html><html><head><link rel="alternate" type="application/rss+xml" href="/rss?a=1&amp;b=2"></head></html>`
  expect(() => read(page)).toThrow('The page links to these feeds: https://blog.example.org/rss?a=1&b=2.')
  expect(() => read('')).toThrow('is not a feed')
  expect(() => read('{"hello": 1}')).toThrow('is not a feed')
})

test('what a client would load by itself never leads to this machine or its network, nor anywhere but to the web', () => {
  const { items } = read(
    rss(
      `<item><title>A</title><link>javascript:alert(1)</link><enclosure url="http://192.168.1.1/a.mp3" type="audio/mpeg"/>
       <media:thumbnail url="http://localhost:8000/api/x"/></item>
       <item><title>B</title><media:thumbnail url="http://[::1]/x.png"/><media:content url="https://cdn.example.org/b.png" medium="image"/></item>`,
    ),
  )
  expect(items).toMatchObject([
    { title: 'A', url: null, audio_url: null, image_url: null },
    { title: 'B', image_url: 'https://cdn.example.org/b.png' },
  ])
})

test('items keep names of their own although a feed repeats them', () => {
  const { items } = read(
    rss(
      '<item><guid>x</guid><guid>x</guid><title>A</title></item><item><guid>x</guid><title>B</title></item>',
    ),
  )
  expect(items.map(({ id }) => id)).toEqual(['x', 'x#2'])
})

test.each([
  ['Mon, 02 Mar 2026 10:00:00 EST', '2026-03-02T15:00:00.000Z'],
  ['02 Mar 26 1000 GMT', '2026-03-02T10:00:00.000Z'],
  ['Mon, 02 Mar 2026 10:00:00 CET', '2026-03-02T09:00:00.000Z'],
  ['Mon, 02 Mar 2026 10:00:00 Z', '2026-03-02T10:00:00.000Z'],
  ['Mon, 02 Mar 2026 10:00:00', '2026-03-02T10:00:00.000Z'],
  ['2026-03-02T10:00:00', '2026-03-02T10:00:00.000Z'],
  ['2026-03-02', '2026-03-02T00:00:00.000Z'],
  ['1772445600', '2026-03-02T10:00:00.000Z'],
  ['yesterday', null],
  ['', null],
  ['0001-01-01T00:00:00Z', null],
])('the date "%s"', (given, expected) => {
  expect(feedDate(given)).toBe(expected)
})
