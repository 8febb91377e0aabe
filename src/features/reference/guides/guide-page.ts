import { contents } from './contents.ts'
import { markup } from './markup.ts'
import type { Guide, GuideSection, Titles } from './render-guide.ts'

/** A guide as a whole page, with the list of all on its side. */
export function guidePage(name: string, { guide, titles }: { guide: Guide; titles: Titles }): string {
  const next = neighbours(name)
  return page({
    title: guide.title,
    name,
    titles,
    main: `<article>${guide.html}${stepsTo(next, titles)}</article>`,
    aside: sectionList(guide.sections),
  })
}

/** The first page: everything there is, by groups. */
export function homePage(titles: Titles): string {
  const groups = contents.map(
    ({ title, pages }) =>
      `<section><h2>${title}</h2><ul>${pages.map((name) => entry(name, { titles })).join('')}</ul></section>`,
  )
  const main =
    '<article class="home"><h1>Deskhand documentation</h1><p>Guides to use, automate and extend Deskhand, and the ' +
    'reference of everything a program can ask it.</p>' +
    `<p><a class="call" href="/docs/tutorial">Get started</a> <a class="call quiet" href="/docs/api">API reference</a></p>` +
    `<div class="groups">${groups.join('')}</div></article>`
  return page({ title: 'Documentation', name: '', titles, main, aside: '' })
}

interface Page {
  readonly title: string
  /** The guide that is shown; empty for the first page. */
  readonly name: string
  readonly titles: Titles
  readonly main: string
  readonly aside: string
}

function page({ title, name, titles, main, aside }: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${markup(title)} · Deskhand</title>
    <link rel="icon" href="/mark.svg" />
    <link rel="stylesheet" href="/docs/reference.css" />
    <link rel="stylesheet" href="/docs/guides.css" />
    <script type="module" src="/docs/scripts/guides.js"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the text</a>
    <header>
      <p class="brand"><a href="/docs">Deskhand docs</a></p>
      <search class="search">
        <label><span>Search the documentation</span>
          <input id="search" type="search" placeholder="Search" autocomplete="off" role="combobox"
            aria-expanded="false" aria-controls="found" aria-autocomplete="list" /></label>
        <div id="found" role="listbox" aria-label="Pages found" hidden></div>
      </search>
      <a href="/docs/api">API</a> <a href="/">Open Deskhand</a>
    </header>
    <div class="columns guides">
      <nav aria-label="Guides">${navigation(name, titles)}</nav>
      <main id="content" tabindex="-1">${main}</main>
      ${aside}
    </div>
  </body>
</html>
`
}

function navigation(current: string, titles: Titles): string {
  const groups = contents.map(({ title, pages }) => {
    const isOpen = current === '' || pages.includes(current)
    const list = pages.map((name) => entry(name, { titles, current })).join('')
    return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${list}</ul></details>`
  })
  return `${groups.join('')}<a href="/docs/api">API reference</a>`
}

function entry(name: string, { titles, current }: { titles: Titles; current?: string }): string {
  const mark = name === current ? ' aria-current="page"' : ''
  return `<li><a href="/docs/${name}"${mark}>${markup(titles.get(name) ?? name)}</a></li>`
}

function sectionList(sections: readonly GuideSection[]): string {
  const listed = sections.filter(({ depth }) => depth === 2)
  if (listed.length < 2) return ''
  const links = listed.map(
    ({ anchor, heading }) => `<li><a href="#${markup(anchor)}">${markup(heading)}</a></li>`,
  )
  return `<aside><nav aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav></aside>`
}

function neighbours(name: string): { before: string | undefined; after: string | undefined } {
  const all = contents.flatMap(({ pages }) => pages)
  const place = all.indexOf(name)
  return { before: all[place - 1], after: all[place + 1] }
}

function stepsTo({ before, after }: ReturnType<typeof neighbours>, titles: Titles): string {
  const link = (name: string | undefined, words: string) =>
    name === undefined
      ? '<span></span>'
      : `<a href="/docs/${name}"><small>${words}</small>${markup(titles.get(name)!)}</a>`
  return `<nav class="steps" aria-label="Next guides">${link(before, 'Previous')}${link(after, 'Next')}</nav>`
}
