import { PLACES } from './file-words.ts'
import { readFileTrigger } from './file-triggers.ts'
import { readMailTrigger } from './mail-triggers.ts'
import type { MarkedText } from './marked-text.ts'
import type { FoundTrigger } from './trigger-reading.ts'

const EVERY = '(?:every|each|any|all|all the|all of the)(?: single)?(?: new| incoming)?'
const FILE = new RegExp(
  `^(?<verb>[\\p{L}]+) (?:${EVERY}|new) (?<what>.+?) (?:that|which) (?<event>.+? (?:in|into|to|on|onto) ${PLACES})(?<rest>(?:[ ,].*)?)$`,
  'iu',
)
const MAIL = new RegExp(
  `^(?<verb>[\\p{L}]+(?: (?:all|the|its|any))*(?: attachments?)?(?: (?:of|in|from|to))?) ${EVERY} (?<mail>e-?mails?|mails?|newsletters?|messages?)(?<tail> .+)$`,
  'iu',
)

/** "move every PDF that lands in Downloads to ~/PDFs": what happens is said of the thing, without "when". */
export function findRelativeTrigger(marks: MarkedText): FoundTrigger | undefined {
  return ofFiles(marks) ?? ofMails(marks)
}

function ofFiles(marks: MarkedText): FoundTrigger | undefined {
  const groups = FILE.exec(marks.text)?.groups
  if (!groups) return undefined
  const said = `${groups['what']!} ${groups['event']!}`
  const reading = readFileTrigger(said, marks)
  return reading && { reading, said, actions: [`${groups['verb']!} it${groups['rest']!}`] }
}

/** As much as can be read limits the mails; what is left says where they go. */
function ofMails(marks: MarkedText): FoundTrigger | undefined {
  const groups = MAIL.exec(marks.text)?.groups
  if (!groups) return undefined
  const tail = groups['tail']!
  const ends = [tail.length, ...[...tail.matchAll(/,? (?:to|into|as|and) /gi)].map(({ index }) => index)]
  for (const end of ends.toSorted((a, b) => b - a)) {
    const limit = tail.slice(0, end)
    // Whom it goes to is not whom it came to.
    const reading = / to /i.test(limit)
      ? undefined
      : readMailTrigger(`I get ${groups['mail']!}${limit}`, marks)
    if (reading)
      return {
        reading,
        said: `${groups['mail']!}${limit}`,
        actions: [`${groups['verb']!} it${tail.slice(end)}`],
      }
  }
  return undefined
}
