import { describe, expect, test } from 'vitest'
import { parseInline, parseMarkdown, safeAddress } from './markdown.ts'

describe('lines', () => {
  test.each([
    ['plain', [{ text: 'plain' }]],
    ['**bold** text', [{ text: 'bold', bold: true }, { text: ' text' }]],
    [
      '__bold__ and _italic_',
      [{ text: 'bold', bold: true }, { text: ' and ' }, { text: 'italic', italic: true }],
    ],
    ['***both***', [{ text: 'both', bold: true, italic: true }]],
    [
      '**bold *both***',
      [
        { text: 'bold ', bold: true },
        { text: 'both', bold: true, italic: true },
      ],
    ],
    [
      '*it **both***',
      [
        { text: 'it ', italic: true },
        { text: 'both', bold: true, italic: true },
      ],
    ],
    [
      '*a **b** c*',
      [
        { text: 'a ', italic: true },
        { text: 'b', italic: true, bold: true },
        { text: ' c', italic: true },
      ],
    ],
    ['~~gone~~', [{ text: 'gone', strike: true }]],
    ['`*code*`', [{ text: '*code*', code: true }]],
    ['`` a`b ``', [{ text: 'a`b', code: true }]],
    [
      '[a *link*](https://x.y "title")',
      [
        { text: 'a ', link: 'https://x.y' },
        { text: 'link', italic: true, link: 'https://x.y' },
      ],
    ],
    ['<https://x.y>', [{ text: 'https://x.y', link: 'https://x.y' }]],
    [
      'see https://x.y/z.',
      [{ text: 'see ' }, { text: 'https://x.y/z', link: 'https://x.y/z' }, { text: '.' }],
    ],
    ['(https://x.y/a)', [{ text: '(' }, { text: 'https://x.y/a', link: 'https://x.y/a' }, { text: ')' }]],
    ['a<br>b', [{ text: 'a\nb' }]],
    ['snake_case_name and 2 * 3 * 4', [{ text: 'snake_case_name and 2 * 3 * 4' }]],
    ['\\*not\\* \\\\', [{ text: '*not* \\' }]],
    ['AT&amp;T &lt; &#65;&#x42; &unknown;', [{ text: 'AT&T < AB &unknown;' }]],
    ['**unclosed and `unclosed', [{ text: '**unclosed and `unclosed' }]],
    ['![alt](/x.png) in a line', [{ text: 'alt in a line' }]],
    ['', []],
  ])('%j', (source, expected) => {
    expect(parseInline(source)).toEqual(expected)
  })

  test('only addresses that a reader may be sent to become links', () => {
    expect(parseInline('[click](javascript:alert(1))')[0]).toEqual({ text: 'click' })
    for (const address of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'vbscript:x',
      'relative/page',
      'data:text/html,x',
    ])
      expect(safeAddress(address)).toBeUndefined()
    expect(safeAddress('mailto:a@b.c')).toBe('mailto:a@b.c')
  })
})

describe('blocks', () => {
  const kinds = (markdown: string) => parseMarkdown(markdown).map((block) => block.kind)

  test('headings of both kinds, with and without closing marks', () => {
    const blocks = parseMarkdown('# One #\n## Two\nThree\n===\nFour\n---\n#notaheading')
    expect(blocks).toMatchObject([
      { kind: 'heading', level: 1, content: [{ text: 'One' }] },
      { kind: 'heading', level: 2, content: [{ text: 'Two' }] },
      { kind: 'heading', level: 1, content: [{ text: 'Three' }] },
      { kind: 'heading', level: 2, content: [{ text: 'Four' }] },
      { kind: 'paragraph', content: [{ text: '#notaheading' }] },
    ])
  })

  test('lines of a paragraph are joined, unless a break is asked for', () => {
    expect(parseMarkdown('a\nb  \nc\\\nd\n\ne')).toMatchObject([
      { content: [{ text: 'a b\nc\nd' }] },
      { content: [{ text: 'e' }] },
    ])
  })

  test('lists nest by their indentation and count for themselves', () => {
    const [block] = parseMarkdown('- a\n  - b\n    more\n  1. c\n  2. d\n\n     paragraph\n- [ ] e\n- [x] f')
    expect(block).toMatchObject({
      kind: 'list',
      items: [
        { level: 0, ordered: false, content: [{ text: 'a' }] },
        { level: 1, ordered: false, content: [{ text: 'b more' }] },
        { level: 1, ordered: true, content: [{ text: 'c' }] },
        { level: 1, ordered: true, content: [{ text: 'd' }] },
        { level: 1, continued: true, content: [{ text: 'paragraph' }] },
        { level: 0, content: [{ text: '☐ e' }] },
        { level: 0, content: [{ text: '☑ f' }] },
      ],
    })
  })

  test('a numbered list may begin anywhere, and begins anew after a paragraph', () => {
    const [first, , second] = parseMarkdown('3. c\n4. d\n\ntext\n\n1. a')
    expect(first).toMatchObject({
      items: [
        { start: 3, list: 1 },
        { start: 3, list: 1 },
      ],
    })
    expect(second).toMatchObject({ items: [{ list: 2 }] })
    expect(kinds('- a\n\n1. b')).toEqual(['list', 'list'])
    expect(kinds('In\n1984. Winter came.')).toEqual(['paragraph'])
  })

  test('code in a list item ends the list, and the numbers go on behind it', () => {
    const blocks = parseMarkdown('1. first\n   ```sh\n   ls\n   ```\n2. second')
    expect(blocks).toMatchObject([
      { kind: 'list' },
      { kind: 'code', text: 'ls' },
      { kind: 'list', items: [{ start: 2 }] },
    ])
  })

  test('tables with alignment, escaped bars and missing cells', () => {
    expect(parseMarkdown('| a | b |\n|:-:|--:|\n| 1 \\| 2 | **x** |\n| 3 |')).toMatchObject([
      {
        kind: 'table',
        header: [
          { content: [{ text: 'a' }], align: 'center' },
          { content: [{ text: 'b' }], align: 'right' },
        ],
        rows: [
          [{ content: [{ text: '1 | 2' }] }, { content: [{ text: 'x', bold: true }] }],
          [{ content: [{ text: '3' }] }, { content: [] }],
        ],
      },
    ])
    expect(kinds('a | b\nnot a divider')).toEqual(['paragraph'])
  })

  test('quotes, code, rules, pictures and page breaks', () => {
    const markdown =
      '> a\n> b\n>\n> c\n\n```js\n# code\n```\n\n    indented\n\n***\n\n![alt](/x y.png "Cap")\n\n\\newpage\n<!-- pagebreak -->\n<!-- note -->'
    expect(parseMarkdown(markdown)).toMatchObject([
      { kind: 'quote', paragraphs: [[{ text: 'a b' }], [{ text: 'c' }]] },
      { kind: 'code', text: '# code' },
      { kind: 'code', text: 'indented' },
      { kind: 'rule' },
      { kind: 'picture_file', path: '/x y.png', alt: 'alt', caption: [{ text: 'Cap' }] },
      { kind: 'page_break' },
      { kind: 'page_break' },
    ])
  })

  test('a picture on the web is not fetched: its description stays', () => {
    expect(parseMarkdown('![a map](https://x.y/map.png)')).toMatchObject([
      { kind: 'paragraph', content: [{ text: 'a map' }] },
    ])
  })

  test('an unclosed fence goes on to the end', () => {
    expect(parseMarkdown('```\na\n\nb')).toEqual([{ kind: 'code', text: 'a\n\nb' }])
  })

  test.each([
    ['a quote', '>'.repeat(5_000)],
    ['a numbered list', '1. '.repeat(5_000)],
    ['a list', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n')],
    ['a comment that never ends', '<!-- '.repeat(20_000)],
  ])('%s a thousand deep is read like any other text', (_what, markdown) => {
    expect(parseMarkdown(markdown).length).toBeGreaterThan(0)
  })
})
