import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { api } from '../../contracts.ts'
import { contents, generatedPages } from './contents.ts'
import { readGuide } from './guide-files.ts'
import { renderGuide } from './render-guide.ts'
import * as site from './site.ts'

const docs = new URL('../../../../docs/', import.meta.url)
const names = contents.flatMap(({ pages }) => pages)

test('every guide is in the list, once', async () => {
  const markdown = async (folder: URL) =>
    (await readdir(folder)).filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length))
  expect(names.filter((name) => !generatedPages.has(name)).toSorted()).toEqual(
    (await markdown(docs)).toSorted(),
  )
  const generated = (await markdown(new URL('reference/', docs))).filter((name) => name !== 'endpoints')
  expect([...generatedPages].toSorted()).toEqual(generated.toSorted())
  expect(new Set(names).size).toBe(names.length)
})

test('every link within the pages leads to something', async () => {
  const anchors = new Map<string, Set<string>>()
  for (const name of names) {
    const { sections } = await renderGuide(await readGuide(name), new Map())
    anchors.set(`/docs/${name}`, new Set(sections.map(({ anchor }) => anchor)))
  }
  const operations = Object.entries(api).flatMap(([feature, contract]) =>
    Object.keys(contract).map((operation) => `${feature}.${operation}`),
  )
  anchors.set('/docs/api', new Set(operations)).set('/docs', new Set()).set('/', new Set())
  const broken: string[] = []
  for (const name of names)
    for (const [, href] of (await site.page(name)).matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const [path, anchor] = href!.split('#') as [string, string | undefined]
      const known = anchors.get(path === '' ? `/docs/${name}` : path)
      const isOutside = /^(?:https?|mailto):/.test(path)
      const isThere =
        known && (anchor === undefined || anchor === 'content' || known.has(decodeURIComponent(anchor)))
      if (!isOutside && !isThere) broken.push(`${name}: ${href}`)
    }
  expect(broken).toEqual([])
})

test('markup in a guide is shown, not obeyed, and what links by a file name has its title', async () => {
  const markdown =
    '# One <b>two</b>\n\n<script>alert(1)</script>\n\nSee [mail.md](mail.md#x) and [there](../src/a.ts).\n\n## A & b\n\n```html\n<i>\n```'
  const { html, title, sections } = await renderGuide(markdown, new Map([['mail', 'Mail & more']]))
  expect(html).not.toMatch(/<script|<b>|<i>/)
  expect(html).toContain('<a href="/docs/mail#x">Mail &amp; more</a> and there.')
  expect(title).toContain('One')
  expect(sections.map(({ anchor, depth }) => [anchor, depth])).toEqual([
    ['one-btwob', 1],
    ['a--b', 2],
  ])
})

test('a guide that is not in the list is not read', async () => {
  await expect(site.page('../README')).rejects.toMatchObject({ code: 'not_found' })
  await expect(site.page('reference/tools')).rejects.toMatchObject({ code: 'not_found' })
})
