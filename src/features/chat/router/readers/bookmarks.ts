import { readAddress, readQuoted } from '../../../../platform/language/values/quoted.ts'
import { firstMatch, present, type SlotReader } from './reader.ts'

/** After "bookmark" whatever has a point in it is an address. */
const anyAddress =
  /(?:^|[\s"'])((?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:\/[^\s"'<>]*)?)(?=$|[\s"',?!]|\.(?:\s|$))/i

export const readBookmark: SlotReader = ({ text, lower }) => {
  if (/\bnot\b|^(?:do|did|what|which|how|why|is|are|delete|remove|find|search|show|open)\b/.test(lower))
    return undefined
  const bare = anyAddress.exec(text)?.[1]
  const url = readAddress(text) ?? (bare === undefined ? undefined : `https://${bare}`)
  if (url === undefined || !URL.canParse(url)) return undefined
  return present({
    url,
    title: firstMatch(text, [
      /\b(?:as|called|named|titled) "([^"]+)"/i,
      /\b(?:as|called|named|titled) ["']?([\p{L}\d][^"']*?)(?: (?:in|under|into) (?:the |my )?(?:folder )?[\p{L}\d -]+(?: folder)?)?$/iu,
    ]),
    folder: firstMatch(text, [
      /\b(?:in|under|into) (?:the |my |a )?folder (?:called |named )?["']?([\p{L}\d][\p{L}\d &-]*)/iu,
      /\b(?:in|under|into) (?:the |my )?([\p{L}\d][\p{L}\d &-]*?) folder\b/iu,
    ]),
  })
}

export const readBookmarksWanted: SlotReader = ({ text, lower }) =>
  present({
    about:
      readQuoted(text) ??
      firstMatch(text, [
        /\bbookmarks? (?:for|about|on|to|called|named|with) (?:the )?(.+)$/i,
        /\b(?:find|search(?: for)?|look for|is|open|show(?: me)?|have i bookmarked) (?:the )?(.+?) (?:in|from) (?:my|the) bookmarks\b/i,
        /^(?:open|show|find)(?: me)? (?:my |the )(.+?) bookmark$/i,
      ]),
    count: /^how many\b/.test(lower) ? true : undefined,
  })

export const readBookmarkToRemove: SlotReader = ({ text, lower }) => {
  if (/^\w+ (?:all(?: of)? )?(?:my |the )?bookmarks$/.test(lower)) return { all: true }
  const about =
    readQuoted(text) ??
    firstMatch(text, [
      /^\w+ (?:the )?(.+?)(?: bookmark)? (?:from|off|out of|in) (?:my |the )?bookmarks$/i,
      /^\w+ (?:the |my )?bookmark (?:for |to |of |called |named )?(.+)$/i,
      /^\w+ (?:the |my )?(.+?) bookmark$/i,
      /^unbookmark (.+)$/i,
    ])
  return about === undefined ? undefined : { about: about.replace(/^https?:\/\//i, '') }
}
