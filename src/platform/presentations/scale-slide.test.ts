import { expect, test } from 'vitest'
import { parseXml } from '../archives/xml-tree.ts'
import { fittingInto, scaledXml } from './scale-slide.ts'

test('slides of the same size are left alone', () => {
  expect(fittingInto({ width: 10, height: 5 }, { width: 10, height: 5 })).toBeUndefined()
})

test('another shape is fitted into the middle', () => {
  expect(fittingInto({ width: 160, height: 90 }, { width: 40, height: 30 })).toEqual({
    factor: 3,
    x: 20,
    y: 0,
  })
})

test('places, sizes and type are scaled; only what stands on the slide itself is moved', () => {
  const text =
    '<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:grpSpPr><a:xfrm><a:off x="0" y="0"/></a:xfrm></p:grpSpPr>' +
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="x=&quot;5&quot;"/></p:nvSpPr><p:spPr><a:xfrm rot="5400000"><a:off x="10" y="-20"/><a:ext cx="30" cy="40"/></a:xfrm></p:spPr>' +
    '<p:txBody><a:p><a:r><a:rPr lang="en" sz="1800"/><a:t>x="10"</a:t></a:r></a:p></p:txBody></p:sp>' +
    '<p:grpSp><p:grpSpPr><a:xfrm><a:off x="1" y="1"/><a:chOff x="2" y="2"/></a:xfrm></p:grpSpPr><p:sp><p:spPr><a:xfrm><a:off x="3" y="3"/></a:xfrm></p:spPr></p:sp></p:grpSp>' +
    '</p:spTree></p:cSld></p:sld>'
  const scaled = scaledXml({ text, root: parseXml(text, 'x') }, { factor: 2, x: 100, y: 7 })
  expect(scaled).toBe(
    text
      .replace(
        '<a:off x="10" y="-20"/><a:ext cx="30" cy="40"/>',
        '<a:off x="120" y="-33"/><a:ext cx="60" cy="80"/>',
      )
      .replace('sz="1800"', 'sz="3600"')
      .replace('<a:off x="1" y="1"/><a:chOff x="2" y="2"/>', '<a:off x="102" y="9"/><a:chOff x="4" y="4"/>')
      .replace('<a:off x="3" y="3"/>', '<a:off x="6" y="6"/>'),
  )
})
