import { expect, test } from 'vitest'
import {
  appendChild,
  attribute,
  childAt,
  descendants,
  escapeXml,
  missingDeclarations,
  parseXml,
  standaloneText,
} from './xml-tree.ts'

const label = '"deck.pptx"'

test('places are right with byte order mark, Windows lines, comments, entities, CDATA and wide characters', () => {
  const text =
    '\ufeff<?xml version="1.0"?>\r\n<!-- <b/> --><a x="1 &gt; 0">\r\n😀<b y="2"/><c>t &amp; <![CDATA[<raw>]]></c><d></d></a>'
  const root = parseXml(text, label)
  const source = [...descendants(root)].map((each) => text.slice(each.start, each.end))
  expect(source).toEqual(['<b y="2"/>', '<c>t &amp; <![CDATA[<raw>]]></c>', '<d></d>'])
  expect(text.slice(root.start)).toBe(text.slice(text.indexOf('<a x')))
  expect(attribute(root, 'x')).toBe('1 > 0')
  const c = childAt(root, ['c'])!
  expect(c.text).toBe('t & <raw>')
  expect(text.slice(c.contentStart, c.contentEnd)).toBe('t &amp; <![CDATA[<raw>]]>')
})

test('a child is appended to an open and to a closed element alike', () => {
  for (const [text, expected] of [
    ['<a><b/></a>', '<a><b/><c/></a>'],
    ['<p:a xmlns:p="u" />', '<p:a xmlns:p="u"><c/></p:a>'],
    ['<a></a>', '<a><c/></a>'],
  ] as const) {
    expect(appendChild(text, parseXml(text, label), '<c/>')).toBe(expected)
  }
})

test('an attribute with a prefix is found by its namespace, whatever the prefix', () => {
  const root = parseXml('<a xmlns:q="http://x/relationships" id="1" q:id="rId2"/>', label)
  expect(attribute(root, 'id')).toBe('1')
  expect(attribute(root, 'id', '/relationships')).toBe('rId2')
  expect(attribute(root, 'id', '/other')).toBeUndefined()
})

test('only prefixes that mean something else at the place are declared', () => {
  const text = '<a xmlns:p="one" xmlns:r="rr"><b xmlns:p="two"/></a>'
  const b = childAt(parseXml(text, label), ['b'])!
  expect(missingDeclarations(b, { p: 'one', r: 'rr', z: 'zz' })).toBe(' xmlns:p="one" xmlns:z="zz"')
})

test('an element taken out of its document keeps its namespaces', () => {
  const text = '<a xmlns="d" xmlns:p="one" xmlns:q="&amp;"><p:b xmlns:p="two"><c/></p:b></a>'
  const alone = standaloneText(text, childAt(parseXml(text, label), ['b'])!)
  const root = parseXml(alone, label)
  expect(root.uri).toBe('two')
  expect(root.children[0]!.uri).toBe('d')
  expect(missingDeclarations(root, { q: '&' })).toBe('')
})

test('text is escaped, and what XML cannot hold is left out', () => {
  expect(escapeXml('a<b> & "c" \u0000\u0008\u001b\t\n\ufffe\ud800 ü😀')).toBe(
    'a&lt;b&gt; &amp; &quot;c&quot; \t\n\ufffd ü😀',
  )
})

test.for([
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'declares a document type'],
  ['an outside entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'declares a document type'],
  ['an unknown entity', '<a>&b;</a>', 'is not valid XML'],
  ['an open end', '<a><b></a>', 'is not valid XML'],
  ['nothing', '', 'is damaged'],
  ['deep nesting', '<a>'.repeat(300) + '</a>'.repeat(300), 'nested too deeply'],
] as const)('%s is refused', ([, text, message]) => {
  expect(() => parseXml(text, label)).toThrow(message)
})
