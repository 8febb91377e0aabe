import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { asSaid } from './as-said.ts'
import { firstMatch, present, trimmed, type SlotReader, type When } from './reader.ts'

const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** "read my last 3 emails", "any new mail from Anna" */
export const readMailWish: SlotReader = ({ text, lower }) => {
  const count = /\b(?:last|latest|newest|recent|top|first) (\d{1,2})\b/.exec(lower)?.[1]
  const isOne = /\b(?:last|latest|newest|most recent) (?:e-?mail|mail|message)\b/.test(lower)
  return present({
    from: firstMatch(text, [
      /\bfrom (?:my |the )?((?!yesterday|today|last|this)[\p{L}\d@._+' -]+?)(?: (?:today|yesterday|this week|last week|about .+))?[?.!]*$/iu,
    ]),
    about: firstMatch(text, [
      /\babout (?:the |my )?(.+?)[?.!]*$/i,
      /\b(?:for|containing|with the subject) ["“]?(.+?)["”]?[?.!]*$/i,
    ]),
    limit: count === undefined ? (isOne ? 1 : undefined) : Math.min(50, Math.max(1, Number(count))),
    unread: /\b(?:new|unread)\b/.test(lower) ? true : undefined,
  })
}

/** "send an email to tom@example.com with subject Hi and body Running late", "email Anna that I am late" */
export const readMailToSend: SlotReader = (sentence) => {
  const { text } = sentence
  const subject = firstMatch(text, [
    /\bsubject(?: line)?(?: of| is|:)? ?["“](.+?)["”]/i,
    /\bsubject(?: line)?(?: of| is|:)? ?(.+?)(?=,? (?:and |with )?(?:the |a )?(?:body|text|message|saying|that says)\b|$)/i,
  ])
  const body = firstMatch(text, [
    /\b(?:body|text|message)(?: of| is|:)? ?["“](.+)["”]/i,
    /\b(?:body|text)(?: of| is|:)? (.+)$/i,
    /\b(?:saying|that says|which says|to say|and say|telling (?:him|her|them)(?: that)?|and tell (?:him|her|them)(?: that)?) (.+)$/i,
    /^(?:e-?mail|mail) \S+(?: \p{Lu}\p{L}+)? that (.+)$/u,
    /^[^:]+@[^:\s]+: (.+)$/,
  ])
  const head = text
    .slice(
      0,
      firstIndex(text, [/\b(?:with (?:the )?)?subject\b/i, /\b(?:body|saying|that says|which says)\b/i]),
    )
    .trim()
  const to = head.match(address)
  const person = to
    ? undefined
    : firstMatch(head, [
        /\b(?:e-?mail|mail|message)? ?to (?:my )?([\p{L}][\p{L}'-]*(?: \p{L}[\p{L}'-]*)?)(?= (?:about|with|saying|that|and)\b|,|:|$)/iu,
        /^(?:e-?mail|mail) (?:my )?([\p{L}][\p{L}'-]*)(?= |$)/iu,
      ])
  // What stands behind "saying" is the text: "saying tell me about the tea" is about nothing yet.
  const about = firstMatch(head, [/\babout (?:the |my )?(.+?)(?=,? (?:and (?:say|tell))\b|$)/i])
  return present({
    to: to ? [...new Set(to)] : undefined,
    person,
    subject: asSaid(sentence, (subject ?? about) && trimmed((subject ?? about)!)),
    body: body && bodyOf(asSaid(sentence, body)!),
  })
}

function firstIndex(text: string, patterns: readonly RegExp[]): number {
  const found = patterns.flatMap((pattern) => pattern.exec(text)?.index ?? [])
  return found.length === 0 ? text.length : Math.min(...found)
}

function bodyOf(text: string): string {
  const plain = text.trim().replace(/^["“]|["”]$/g, '')
  return plain[0]!.toUpperCase() + plain.slice(1)
}

/** "reply to Anna's mail saying thanks" */
export const readReply: SlotReader = (sentence, when) => {
  const { text } = sentence
  const body = firstMatch(text, [
    /\b(?:saying|and say|that says|stating(?: that)?|with the (?:words|response|answer)|with ["“]|that) ?["“]?(.+?)["”]?$/i,
    /: (.+)$/,
  ])
  return present({
    from:
      firstMatch(text, [
        /\b(?:to|answer) (?:the )?(?:last |latest )?([\p{L}][\p{L}' -]*?)'s (?:last |latest )?(?:e-?mail|mail|message)\b/iu,
        /\b(?:e-?mail|mail|message) (?:from|of) (?:my )?([\p{L}][\p{L}'@. -]*?)(?= (?:saying|and|that|with)\b|:|$)/iu,
      ]) ?? senderIn(text, when),
    body: body && bodyOf(asSaid(sentence, body)!),
  })
}

/** "annas email", "the newsletter email": whoever is named is not whoever wrote last. */
function senderIn(text: string, { kept }: When): string | undefined {
  const name =
    /\b(?:to|answer) (?:(?:the|my|that|this|an?) )?(?:(?:last|latest|newest|recent|new|unread|first|most recent) )?(?!(?:e-?mail|mail|message|it|the|my|that|this|last|latest|newest|most)\b)(\p{L}[\p{L}-]*) (?:e-?mail|mail|message)\b/iu.exec(
      text,
    )?.[1]
  if (name === undefined || !/s$/i.test(name)) return name
  const isName = (kept?.('people') ?? []).some((person) =>
    person.toLowerCase().split(/\s+/).includes(name.toLowerCase()),
  )
  return isName ? name : name.slice(0, -1)
}

/** `post "lunch is ready" to #general`, "message Sarah on slack that I am late" */
export const readTeamMessage: SlotReader = (sentence) => {
  const { text, lower } = sentence
  const channel = firstMatch(text, [
    /(?:^|\s)#([\p{L}\d_-]+)/u,
    /\b(?:channel) (?:called |named )?["“]?([\p{L}\d_-]+)/iu,
    /\b(?:the|our) ([\p{L}\d_-]+) channel\b/iu,
  ])
  const said =
    readQuoted(text) ??
    firstMatch(text, [
      /\b(?:on|in|via|over|by) (?:slack|teams|the team chat)(?: (?:that|saying|to say)|:)? (.+)$/i,
      /(?:#[\p{L}\d_-]+|\bchannel)(?: (?:that|saying)|:) (.+)$/iu,
      /\b(?:saying|that says) (.+)$/i,
      /\b(?:post|write|send|say) (.+?) (?:to|in|on) (?:the |our )?#?[\p{L}\d_-]+(?: channel)?(?: (?:on|in) slack)?$/iu,
      /\bslack \p{L}+ (?:that |: ?)(.+)$/iu,
    ])
  const user =
    channel === undefined
      ? firstMatch(text, [
          /^(?:message|dm|ping|tell|write(?: to)?|send(?: an?)?(?: slack| direct)? (?:message|dm) to) (\p{L}[\p{L}'.-]*(?: (?!(?:on|in|via|over|by|that|an?|to|slack|teams)\b)\p{L}[\p{L}'-]*)?)(?= |$|:)/iu,
          /^(?:send|write) (\p{L}[\p{L}'-]*) an? (?:slack |direct )?(?:message|dm)\b/iu,
          /^slack (\p{L}[\p{L}'-]*)(?= that|:)/iu,
        ])
      : undefined
  return present({
    channel,
    user,
    text:
      said === undefined || /^(?:(?:a |an )?(?:message|something|dm)|it|this|that|them)$/i.test(said)
        ? undefined
        : asSaid(sentence, trimmed(said)),
    is_teams: /\bteams\b/.test(lower) && !/\bslack\b/.test(lower) ? true : undefined,
  })
}

const repository = /\b([\w.-]+)\/([\w.-]+)\b/

/** "list open issues in octocat/hello-world" */
export const readIssues: SlotReader = ({ text, lower }) => {
  const place = repository.exec(text)
  return present({
    owner: place?.[1],
    repo: place?.[2],
    state: /\bclosed\b/.test(lower) ? 'closed' : /\ball issues\b/.test(lower) ? 'all' : undefined,
  })
}

/** "create an issue in octocat/hello-world: login broken" */
export const readNewIssue: SlotReader = (sentence) => {
  const { text } = sentence
  const place = repository.exec(text)
  const title =
    readQuoted(text) ??
    firstMatch(
      text.replace(/\b(?:in|on|for|at) (?:the (?:repo(?:sitory)?|project) )?[\w.-]+\/[\w.-]+/i, ''),
      [
        /\b(?:issue|bug|ticket)s? ?(?:report)? ?: (.+)$/i,
        /\b(?:called|titled|named|with the title|about|for|that|saying) (.+)$/i,
      ],
    )
  const written = asSaid(sentence, title)
  return present({
    owner: place?.[1],
    repo: place?.[2],
    title: written && written[0]!.toUpperCase() + written.slice(1),
  })
}
