import { expect, test } from 'vitest'
import { attribute, decodeEntities, prefixedAttribute, XmlScanner, type XmlHandler } from './xml-scanner.ts'

interface Seen {
  readonly handler: XmlHandler
  readonly events: string[]
}

function recorder(): Seen {
  const events: string[] = []
  const handler: XmlHandler = {
    open: (name, attributes) => events.push(`<${name}${attributes}>`),
    close: (name) => events.push(`</${name}>`),
    text(raw) {
      if (events.at(-1)?.startsWith('"')) events[events.length - 1] += decodeEntities(raw)
      else events.push(`"${decodeEntities(raw)}`)
    },
  }
  return { handler, events }
}

const sample =
  '<?xml version="1.0"?><!-- a > b --><x:row r="1" note="a > b"><c t=\'s\'><v>1 &amp; 2</v></c><c/><![CDATA[<raw & ready>]]></x:row >'

test('elements come without prefixes, texts decoded, comments and quoted brackets passed over', () => {
  const { handler, events } = recorder()
  const scanner = new XmlScanner(handler, 'file')
  scanner.write(sample)
  scanner.end()
  expect(events).toEqual([
    '<row r="1" note="a > b">',
    "<c t='s'>",
    '<v>',
    '"1 & 2',
    '</v>',
    '</c>',
    '<c>',
    '</c>',
    '"<raw & ready>',
    '</row>',
  ])
})

test('it makes no difference where the text is cut into pieces', () => {
  const whole = recorder()
  new XmlScanner(whole.handler, 'file').write(sample)
  for (let cut = 1; cut < sample.length; cut++) {
    const { handler, events } = recorder()
    const scanner = new XmlScanner(handler, 'file')
    scanner.write(sample.slice(0, cut))
    scanner.write(sample.slice(cut))
    scanner.end()
    expect({ cut, events }).toEqual({ cut, events: whole.events })
  }
})

test('positions are those in the whole text, whatever the pieces', () => {
  const text = '<a><b>x</b></a>'
  const places: [string, number, number][] = []
  const scanner: XmlScanner = new XmlScanner(
    {
      open: (name) => places.push([name, scanner.tag.start, scanner.tag.end]),
      close: (name) => places.push([`/${name}`, scanner.tag.start, scanner.tag.end]),
      text() {},
    },
    'file',
  )
  for (const character of text) scanner.write(character)
  expect(places).toEqual([
    ['a', 0, 3],
    ['b', 3, 6],
    ['/b', 7, 11],
    ['/a', 11, 15],
  ])
})

test.for([
  ['<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'document type'],
  ['<a><b></b>', 'ends too early'],
  ['<a', 'ends too early'],
  ['<a>'.repeat(300), 'nested far too deeply'],
] as const)('%s is refused: %s', ([text, reason]) => {
  const scanner = new XmlScanner(recorder().handler, '"x.xlsx"')
  expect(() => {
    scanner.write(text)
    scanner.end()
  }).toThrow(reason)
})

test('a text without an end does not fill the memory', () => {
  const scanner = new XmlScanner(recorder().handler, '"x.xlsx"')
  const piece = 'x'.repeat(1024 * 1024)
  scanner.write('<a>')
  expect(() => {
    for (let count = 0; count < 100; count++) scanner.write(piece)
  }).toThrow('far too long')
})

test('attributes are found in any spelling, and not inside of others', () => {
  expect(attribute(' r="A1" s="3"', 's')).toBe('3')
  expect(attribute("\n r = 'A1'\tt='s'", 't')).toBe('s')
  expect(attribute(' href="x" r="A1"', 'r')).toBe('A1')
  expect(attribute(' sheetId="3"', 'id')).toBeUndefined()
  expect(attribute(' name="a &lt; b"', 'name')).toBe('a < b')
  expect(prefixedAttribute(' sheetId="3" r:id="rId7"', 'id')).toBe('rId7')
})

test('entities are decoded once, and unknown ones left alone', () => {
  expect(decodeEntities('&amp;lt; &#65;&#x42; &nbsp; &quot;&apos;')).toBe('&lt; AB &nbsp; "\'')
  expect(decodeEntities('&#x110000;')).toBe('')
})
