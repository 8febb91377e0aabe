import { expect, test } from 'vitest'
import { emu } from './geometry.ts'
import { bulletParagraphs, fitText, paragraphXml, runsXml, textParagraphs } from './paragraphs.ts'

const levels = [24, 20, 18, 16, 16].map((points) => ({ points, paragraph: '', run: '' }))
const rect = { x: 0, y: 0, width: emu(10), height: emu(4) }

test('spaces and tabs make levels, and marks that people type are taken off', () => {
  const bullets = [
    'One',
    '  Two',
    '\tAlso two',
    '- Dash',
    '    • Three',
    '                 Far',
    '1. Kept',
    '-5 degrees',
  ]
  expect(bulletParagraphs(bullets).map(({ text, level }) => [text, level])).toEqual([
    ['One', 0],
    ['Two', 1],
    ['Also two', 1],
    ['Dash', 0],
    ['Three', 2],
    ['Far', 4],
    ['1. Kept', 0],
    ['-5 degrees', 0],
  ])
})

test('text without bullets is one paragraph a line', () => {
  expect(textParagraphs('One.\n\n  Two. \r\n').map(({ text }) => text)).toEqual(['One.', 'Two.'])
  expect(textParagraphs('  ')).toEqual([])
})

test('stars make words bold, also over what a style says', () => {
  expect(runsXml('a **b** c')).toBe(
    '<a:r><a:rPr lang="en-US" dirty="0"/><a:t>a </a:t></a:r>' +
      '<a:r><a:rPr b="1" lang="en-US" dirty="0"/><a:t>b</a:t></a:r>' +
      '<a:r><a:rPr lang="en-US" dirty="0"/><a:t> c</a:t></a:r>',
  )
  const style = { points: 20, paragraph: '', run: '<a:rPr sz="2000" b="0"><a:latin typeface="X"/></a:rPr>' }
  expect(runsXml('**b**', style)).toBe(
    '<a:r><a:rPr b="1" sz="2000"><a:latin typeface="X"/></a:rPr><a:t>b</a:t></a:r>',
  )
  expect(runsXml('2 ** 3 ** 4')).not.toContain('b="1"><')
})

test('text is never markup', () => {
  const xml = paragraphXml({ text: '</a:t><evil/> & "x"', level: 1, bullet: true })
  expect(xml).toContain('<a:t>&lt;/a:t&gt;&lt;evil/&gt; &amp; &quot;x&quot;</a:t>')
  expect(xml).toContain('<a:pPr lvl="1"/>')
})

test('text that fits keeps its size, more becomes smaller, and much more goes on', () => {
  const bullets = (count: number) =>
    bulletParagraphs(Array.from({ length: count }, (_, index) => `Point ${index}`))
  expect(fitText(bullets(4), { rect, levels })).toMatchObject([{ scale: 1 }])
  const [smaller, ...none] = fitText(bullets(9), { rect, levels })
  expect(smaller!.scale).toBeLessThan(1)
  expect(none).toEqual([])
  const pieces = fitText(bullets(40), { rect, levels })
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.flatMap((piece) => piece.paragraphs)).toEqual(bullets(40))
})
