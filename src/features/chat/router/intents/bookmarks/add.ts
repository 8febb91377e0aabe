import { readAddress } from '../../../../../platform/language/values/quoted.ts'
import { addFirst, entriesOf } from '../../answers/entries.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import { addressKey, bookmarks } from './stored-bookmarks.ts'

const page = '(page|link|site|website|url|web page|webpage|address)'
const details =
  '[(as|<titled>) {title:name}] [(in|under|into) [<article>] folder [<titled>] {folder:name}|(in|under|into) [<article>] {folder:name} folder]'

export const intent = defineIntent({
  name: 'bookmark.add',
  label: 'New bookmark',
  example: 'Bookmark https://example.com',
  effect: 'adds',
  shownBy: 'bookmarks',
  slots: { url: required.text, title: optional.text, folder: optional.text },
  needs: ['url'],
  templates: [
    `bookmark [this|the|that] [${page}] [:] {url:word} ${details}`,
    `(save|keep|remember|store|add) [this|the|that] ${page} [:] {url:word} ${details}`,
    `(add|save|put) {url:word} (to|in) [<my>] bookmarks ${details}`,
    `(add|create|new|make) [a] [new] bookmark [:] [for|to] {url:word} ${details}`,
  ],
  examples: ['(bookmark|save) [this page|this link|the page] {feed_url}'],
  fill({ url: said = '', ...slots }) {
    const url = addressOf(said)
    return url === undefined ? undefined : { ...slots, url }
  },
  async act({ slots: { url, ...slots }, writer, when }, { store }) {
    const known = entriesOf(store, bookmarks).find((bookmark) => addressKey(bookmark.url) === addressKey(url))
    if (known) writer.say(`${hostOf(url)} is already bookmarked, as “${known.title}”.`)
    else {
      const title = (slots.title ?? hostOf(url)).slice(0, 500)
      const folder = slots.folder?.slice(0, 80)
      const entry = { title, url, ...(folder !== undefined && { folder }) }
      await addFirst(store, bookmarks, { entry, now: when.now })
      const name = title === hostOf(url) ? '' : ` as “${title}”`
      writer.say(`Bookmarked ${url}${name}${folder === undefined ? '' : ` in ${folder}`}.`)
    }
    writer.add(bookmarks.card)
  },
})

/** After "bookmark" whatever has a point in it is an address. */
function addressOf(said: string): string | undefined {
  const isBare = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:\/\S*)?$/i.test(said)
  const url = readAddress(said) ?? (isBare ? `https://${said}` : '')
  return URL.canParse(url) ? url : undefined
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? url
}
