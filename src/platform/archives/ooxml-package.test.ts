import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OoxmlPackage } from './ooxml-package.ts'
import { ZipEditor } from './zip-editor.ts'

const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'

test('relationships are found by relative, absolute, escaped and differently cased targets', async () => {
  const pack = packageOf({
    'docs/_rels/main.xml.rels':
      `<Relationships xmlns="${relationships}">` +
      '<Relationship Id="a" Type="http://x/image" Target="../media/One%20two.png"/>' +
      '<Relationship Id="b" Type="http://x/image" Target="/MEDIA/three.png"/>' +
      '<Relationship Id="c" Type="http://x/link" Target="https://example.org/%20" TargetMode="External"/>' +
      '<Relationship Id="d" Type="http://x/image" Target="../media/four%20.png"/></Relationships>',
    'media/One two.png': 'x',
    'media/Three.png': 'x',
    'media/four%20.png': 'x',
  })
  expect(
    (await pack.relationships('docs/main.xml')).map((each) => [each.id, each.kind, each.target]),
  ).toEqual([
    ['a', 'image', 'media/One two.png'],
    ['b', 'image', 'media/Three.png'],
    ['c', 'link', 'https://example.org/%20'],
    ['d', 'image', 'media/four%20.png'],
  ])
  expect(await pack.related('docs/main.xml', 'link')).toBeUndefined()
})

test.for([
  [
    'prefixes',
    `<r:Relationships xmlns:r="${relationships}"><r:Relationship Id="rId2" Type="t/a" Target="a"/></r:Relationships>`,
  ],
  ['a closed list', `<Relationships xmlns="${relationships}"/>`],
  ['no list', undefined],
])('a relationship is added to %s under a free id', async ([, text]) => {
  const pack = packageOf({
    'media/ä b.png': 'x',
    ...(text !== undefined && { 'docs/_rels/main.xml.rels': text }),
  })
  const id = await pack.addRelationship('docs/main.xml', { type: 't/image', target: 'media/ä b.png' })
  const added = (await pack.relationships('docs/main.xml')).at(-1)!
  expect(added).toMatchObject({ id, kind: 'image', target: 'media/ä b.png' })
  expect((await pack.xml('docs/_rels/main.xml.rels')).text).toContain('../media/%C3%A4%20b.png')
})

test('content types are added once, by extension for media and by name for the rest', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'package-'))
  const path = join(folder.path, 'a.zip')
  const pack = packageOf({
    '[Content_Types].xml': contentTypes('<Default Extension="PNG" ContentType="image/png"/>'),
  })
  pack.write('a.png', 'x', 'image/png')
  pack.write('b.jpeg', 'x', 'image/jpeg')
  pack.write('c.jpeg', 'x', 'image/jpeg')
  pack.write('d.xml', '<d/>', 'application/d+xml')
  pack.write('d.xml', '<d/>', 'application/e+xml')
  await pack.save(path)
  await using reopened = await OoxmlPackage.open(path, { label: '"a.zip"' })
  expect(['a.png', 'b.jpeg', 'c.jpeg', 'd.xml'].map((part) => reopened.contentTypes.of(part))).toEqual([
    'image/png',
    'image/jpeg',
    'image/jpeg',
    'application/e+xml',
  ])
  const text = await reopened.zip.readText('[Content_Types].xml')
  expect(text.match(/Extension="jpeg"/g)).toHaveLength(1)
  expect(text.match(/Extension="png"/gi)).toHaveLength(1)
  expect(text.match(/d\.xml/g)).toHaveLength(1)
})

test('a zip file without content types is no Office document', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'package-'))
  const path = join(folder.path, 'a.pptx')
  const zip = ZipEditor.empty()
  zip.write('a.txt', 'x')
  await zip.save(path)
  await expect(OoxmlPackage.open(path, { label: '"a.pptx"' })).rejects.toThrow(
    'is a zip archive, but not an Office document',
  )
})

test('a missing part is named', async () => {
  await expect(packageOf({}).xml('docs/none.xml')).rejects.toThrow('its part "docs/none.xml" is missing')
})

function packageOf(parts: Readonly<Record<string, string>>): OoxmlPackage {
  const zip = ZipEditor.empty()
  for (const [name, content] of Object.entries(parts)) zip.write(name, content)
  return new OoxmlPackage(zip, {
    label: '"sample"',
    contentTypes: parts['[Content_Types].xml'] ?? contentTypes(''),
  })
}

function contentTypes(lines: string): string {
  return `<Types xmlns="${types}">${lines}</Types>`
}
