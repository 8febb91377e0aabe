import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { firstMatch, present, type SlotReader } from './reader.ts'

/** A piece of code to keep, letter by letter as it was said, with what it does if that is told. */
export const readSnippet: SlotReader = ({ raw, lower }) => {
  if (/^(?:what|how|do|did|is|show|find|open|delete|remove)\b/.test(lower)) return undefined
  const found =
    /\bsnippet(?: (?:called|named|titled) "?(?<title>[^":]+?)"?)?: ?(?<code>.+?)$/is.exec(raw) ??
    /\b(?:save|keep|add|store) (?<code>.+?) as (?:the |a )?(?:code )?snippet(?: (?:called |named |titled )?"?(?<title>[^"]+?)"?)?$/is.exec(
      raw,
    ) ??
    /\b(?:save|keep|add|store) (?<code>.+?) to (?:my |the )?(?:code )?snippets(?: as "?(?<title>[^"]+?)"?)?$/is.exec(
      raw,
    )
  const code = found?.groups!['code']!.trim()
  return code === undefined || code === '' ? undefined : present({ code, title: found!.groups!['title'] })
}

export const readSnippetsWanted: SlotReader = ({ text, lower }) =>
  present({
    about:
      readQuoted(text) ??
      firstMatch(text, [
        /\bsnippets? (?:for|about|on|called|named|titled|with|to) (.+)$/i,
        /\b(?:find|search(?: for)?|look for) (.+?) in (?:my |the )?(?:code )?snippets\b/i,
        /^(?:find|show|open)(?: me)? (?:my |the )((?!code\b).+?) snippet$/i,
      ]),
    count: /^how many\b/.test(lower) ? true : undefined,
  })

export const readSnippetToRemove: SlotReader = ({ text, lower }) => {
  if (/^\w+ (?:all(?: of)? )?(?:my |the )?(?:code )?snippets$/.test(lower)) return { all: true }
  const about =
    readQuoted(text) ??
    firstMatch(text, [
      /\bsnippet (?:for |about |called |named |titled |to )?(.+)$/i,
      /^\w+ (?:the |my )?(.+?) (?:from (?:my |the )?(?:code )?snippets|(?:code )?snippet)$/i,
    ])
  return about === undefined ? undefined : { about }
}
