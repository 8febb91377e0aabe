import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { asSaid, writtenIn } from './as-said.ts'
import { firstMatch, present, trimmed, type SlotReader } from './reader.ts'

const noteStarts = [
  /^take note (?:of (?:this|the following)|that)?:? ?(.+)$/i,
  /\b(?:take|make|write|create|add|save|start|leave|new)(?: down)?(?: me| myself)?(?: an?| the| this| my)?(?: new| quick| short)? (?:notes?|memo)(?: down)?(?: (?:that|saying|which says|to self|to|about|of|:|on|reading))*[:,]? (.+)$/i,
  /^(?:(?:a )?(?:quick|short) )?(?:note|memo)(?: to (?:self|myself))?(?: down)?(?: that| this)?:? (.+)$/i,
  /\b(?:write|jot|note|put) (?:this |that |it )?down(?: that| this)?:? (.+)$/i,
  /\bremember (?:this|that)(?: note)?:? (.+)$/i,
  /\badd (.+?) to (?:my|the) notes?$/i,
]

const titledNote =
  /\b(?:note|memo) (?:titled|called|named|with the title) (?:"([^"]+)"|(.+?))(?:(?:,| and)? (?:saying|that says|which says|with(?: the)? text|with|containing)|:)? ?("[^"]+"|(?<=(?:saying|says|text|with|containing|:) ?).+)?$/i

/** What to write down; a note may have a title. */
export const readNote: SlotReader = (sentence) => {
  const { text } = sentence
  const titled = titledNote.exec(text)
  if (titled)
    return present({
      title: trimmed(titled[1] ?? titled[2] ?? ''),
      text: titled[3] === undefined ? undefined : asSaid(sentence, trimmed(titled[3])),
    })
  return present({ text: asSaid(sentence, writtenIn(text, noteStarts)) })
}

const about = String.raw`(?:about|on|for|with|called|named|titled|mentioning|containing|regarding|saying|that (?:mentions?|says?|contains?)|where)`

/** Which notes are asked for; `count` when their number is. */
export const readNotesWanted: SlotReader = ({ text, lower }) =>
  present({
    about:
      readQuoted(text) ??
      withoutArticle(
        firstMatch(text, [
          new RegExp(String.raw`\bnotes? ${about} (?!my notes\b)(.+)$`, 'i'),
          /\b(?:find|search(?: for)?|look for|look up|is there|what is) (.+?) in (?:my|the) notes\b/i,
          /\bnotes? say about (.+)$/i,
          /\b(?:note|write|jot)(?: down)? about (.+)$/i,
        ]),
      ),
    count: /^(?:how many|what|which)\b/.test(lower) ? true : undefined,
  })

export const readNoteToRemove: SlotReader = ({ text, lower }) => {
  if (/^\w+(?: out)?(?: rid of)?(?: of)? (?:all|every)\b|^\w+(?: out)? (?:my|the) notes$/.test(lower))
    return { all: true }
  if (/\b(?:last|latest|newest|most recent) note$/.test(lower)) return { last: true }
  return present({
    about:
      readQuoted(text) ??
      withoutArticle(
        firstMatch(text, [
          new RegExp(String.raw`\bnotes? (?:${about} )?(.+)$`, 'i'),
          /^(?:get rid of|throw away|\w+) (?:my |the |that |this )?(.+?) note$/i,
        ]),
      ),
  })
}

export const readNoteChange: SlotReader = ({ text }) => {
  const pinned = /^(un)?pin (?:the |my )?note (?:about |called |titled )?(.+)$/i.exec(text)
  if (pinned) return present({ about: withoutArticle(trimmed(pinned[2]!)), pinned: pinned[1] === undefined })
  const added = /^add (.+) to (?:the|my) note (?:about|called|titled|named|on) (.+)$/i.exec(text)
  if (added) return present({ added: trimmed(added[1]!), about: withoutArticle(trimmed(added[2]!)) })
  const changed =
    /^\w+ (?:the|my) note (?:about |called |titled |named |on |saying )?(.+?) (?:to(?: say| read)?|with)(?: that|:)? (.+)$/i.exec(
      text,
    ) ?? /^\w+ (?:the|my) (.+?) note (?:to(?: say| read)?|with)(?: that|:)? (.+)$/i.exec(text)
  if (!changed) return undefined
  return present({ about: withoutArticle(trimmed(changed[1]!)), text: trimmed(changed[2]!) })
}

function withoutArticle(text: string | undefined): string | undefined {
  return text?.replace(/^(?:the|my|our|an?) (?=\S)/i, '')
}
