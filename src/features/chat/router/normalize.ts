import { errands, verbs } from './wishes/wish-words.ts'

/** A sentence without what does not change its meaning. Its letters keep their case, for names and quotes. */
export interface Sentence {
  /** Letter for letter and line for line. */
  readonly raw: string
  /** As it was said, in one line and with plain quotes. */
  readonly said: string
  /** Without wake words, politeness and fillers; contractions written out. */
  readonly text: string
  /** The same in lower case without punctuation at the end: what is compared. */
  readonly lower: string
}

export function normalize(said: string, correct: (text: string) => string = (text) => text): Sentence {
  const spoken = inOneLine(withCommas(said))
  const trimmed = inOneLine(
    spoken
      // Else 1½ would become 11/2, and 7² 72.
      .replaceAll(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
      .replaceAll(/(?<=\d)²/g, '^2')
      .replaceAll(/(?<=\d)³/g, '^3')
      .normalize('NFKC'),
  )
  const plain = expandContractions(withoutWakeWord(trimmed))
  const text = inActive(withoutCourtesy(correct(plain)) || plain || trimmed)
  return {
    raw: said.trim(),
    said: spoken,
    text,
    lower: text
      .toLowerCase()
      .replaceAll(/[?!.,;]+(?=\s|$)/g, '')
      .trim(),
  }
}

function inOneLine(text: string): string {
  return (
    text
      .replaceAll(/[‘’`´]/g, "'")
      .replaceAll(/[“”]/g, '"')
      .replaceAll(/\s+/g, ' ')
      .trim()
      // Quotes around all of it were copied along.
      .replace(/^(?:"([^"]+)"|'([^']+)')$/, '$1$2')
  )
}

/** Entries below the name of a list, one in each line, are as if there were commas between them. */
function withCommas(said: string): string {
  const match =
    /^\s*([^\n]*\b(?:lists?|shopping|groceries|todos?|to[- ]do|tasks)\b[^\n:]*):?[^\S\n]*\n(.+)$/is.exec(said)
  if (!match) return said
  const entries = match[2]!
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)]|\[ ?\])\s*/, '').trim())
    .filter((line) => line !== '')
  return `${match[1]!.trim()}: ${entries.join(', ')}`
}

const names = '(?:siri|alexa|google|olly|cortana|jarvis|computer|deskhand|assistant|bixby|echo)'
/** "google stock" is about the company. */
const ofCompany = "(?!google(?:'s)? (?:stocks?|shares?|charts?|quote|ticker|news|earnings)\\b)"
const wakeWord = new RegExp(
  String.raw`^(?:(?:hey|hi|hello|ok|okay|yo|dear)[, ]+)?${ofCompany}${names}\b[,:!. ]*`,
  'i',
)
const wakeWordAtEnd = new RegExp(
  String.raw`(?<!\b(?:what is|who is|what's|who's|about|are you))[, ]+(?:hey )?(?:siri|alexa|olly|cortana|jarvis|deskhand)[?.! ]*$`,
  'i',
)

export function withoutWakeWord(text: string): string {
  const rest = text.replace(wakeWord, '').replace(wakeWordAtEnd, '')
  // "Hello Deskhand" is a greeting all the same.
  return rest.trim() || text.replace(wakeWordAtEnd, '').trim() || text
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bwat(?=(?:'?s)?\b)/gi, 'what'],
  [/\b(what|how|where|who|when|that|there|here|it)'?s\b(?! own\b)/gi, '$1 is'],
  [/\b(what|how|where|who|when)'(?:re)\b/gi, '$1 are'],
  [/\bwhat'll\b/gi, 'what will'],
  [/\bi'?m\b/gi, 'i am'],
  [/\bi'd\b/gi, 'i would'],
  [/\bi'll\b/gi, 'i will'],
  [/\b(i|we|you|they)'ve\b/gi, '$1 have'],
  [/\b(we|you|they)'re\b/gi, '$1 are'],
  [/\b(do|does|did|is|are|was|were|have|has|wo|ca|would|could|should)n'?t\b/gi, '$1 not'],
  [/\b(?:wo not)\b/gi, 'will not'],
  [/\b(?:ca not|cannot)\b/gi, 'can not'],
  [/\blet'?s\b/gi, 'let us'],
  [/\byou mind (tell|show|add|check|read|open|turn|look|find|start|convert)ing\b/gi, 'you mind $1'],
  [/\byou mind (giv|mak|tak|calculat|translat|writ|defin)ing\b/gi, 'you mind $1e'],
  [/\byou mind (set|put|get)ting\b/gi, 'you mind $1'],
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'have to'],
  [/\bgimme\b/gi, 'give me'],
  [/\blemme\b/gi, 'let me'],
  [/\b(?:pls|plz|plse)\b/gi, 'please'],
  [/\b(?:tmrw|tmr|tmrow|tomo|2moro|2morrow)\b/gi, 'tomorrow'],
  [
    /(?<=\p{L} )(?<!\b(?:for|at|to|until|till|by|from|and|or|is) )4(?= (?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|me|my)\b)/giu,
    'for',
  ],
  [new RegExp(String.raw`(?<=\bremind me(?: \S+){0,6}) 2 (?=(?:${verbs}|${errands})\b)`, 'gi'), ' to '],
  [/(?<=[\p{L}\d] ?)\b([ap])\. ?m\b\.?(?=\W|$)/giu, '$1m'],
  [/\brn\b/g, 'right now'],
  [/\bteh\b/gi, 'the'],
  [/^ad (?=.+ (?:to|on) )/i, 'add '],
  [/\bu\b(?=\s+[a-z])|(?<=\b(?:do|can|could|are|will|would|thank|see) )u\b/g, 'you'],
  [/\b(today|tomorrow|yesterday|tonight)s\b/gi, "$1's"],
  [/\btodo's\b|\bto-do'?s\b|(?<=\b(?:my|the|our) )to do'?s\b/gi, 'todos'],
  [/\bto-do\b|\bto do(?= list)/gi, 'todo'],
]

/** "its" and "hows" stand for "it is" and "how is", but "wont" and "its own" are left where they are words. */
function expandContractions(text: string): string {
  return contractions.reduce((changed, [pattern, full]) => changed.replace(pattern, full), text)
}

const before: readonly RegExp[] = [
  /^(?:sorry|excuse me|pardon me)(?: to (?:bother|trouble|disturb) you(?: again)?| for (?:bothering|troubling) you)[, ]+(?:but )?(?=\S+ \S)/i,
  /^(?:(?:hey|hi|hello|yo)(?: there| again| you)?|ok|okay|oh|um+|uh+|erm?|well|so|now|alright|right|hmm+|actually|basically|listen|look(?! (?:for|in|inside|into|through|up|at)\b)|say(?=[,:]| (?:what|how|who|where|when|which|is|are|am|can|could|do|does|will|would)\b)|quick (?:question|one)|one (?:question|thing|more thing)|excuse me|pardon me|sorry(?: but)?|by the way|btw)[,:]? +(?=\S+ \S)/i,
  /^(?:and|also|then)(?: (?:also|then|now))?,? (?=(?:show|open|list|check|my)\b)/i,
  /^(?:please|kindly|quickly|just|hurry(?: up)? and|go ahead and|be so kind (?:as to|and))[, ]+(?=\S)/i,
  /^(?:can|could|would|will|may|might) (?:you|u|ya) (?!mind\b)(?:please |kindly |just |maybe |possibly |quickly |be able to |be so kind (?:as to |and )|go ahead and |help me (?:to )?(?=find|set|add|make|create|convert|translate|figure|calculate))*(?=\S+)/i,
  /^(?:(?:would|do) you mind|is there (?:a|any) way (?:you (?:can|could)|to)|is it possible (?:for you )?to|are you able to|do you think you (?:can|could)|how about you|why do(?:n't| not) you|you (?:can|should|could|may)|you need to) (?=\S)/i,
  /^i (?:would (?:really )?(?:like|love|appreciate|want)(?: it)?(?: if)?|want|need|wish|am asking|require|am going to need)(?: for)? you (?:to|could|can|would)? ?(?:please )?(?=\S)/i,
  /^(?:can|could|may) i (?:please )?(?:ask|trouble|bother) you (?:to|for) /i,
  /^(?:i (?:was|am) (?:just )?(?:wondering|curious)|i wonder)(?: if you (?:can|could|would|know))?[, ]+(?:about )?(?=\S)/i,
  /^(?:do you (?:happen to )?know|(?:can|could) (?:you|i) (?:find out|check|see)) (?=(?:what|how|who|where|when|which|it|there|i|my|the|is|are|am|was|were|do|does|did|has|have|will|would|can|could|should|if|whether)\b)/i,
  /^i (?:(?:would )?(?:like|love|want|need|wish)|have|am trying|am needing|will need) to (?:know|find out|learn|see|check|ask|hear|figure out) (?=\S)/i,
  /^(?:please )?(?:let me know|tell me|inform me|find out|figure out|(?:double )?check(?: to see)?(?= (?:what|how|who|where|when|which|if|whether)\b)|see(?= (?:what|how|who|where|when|which|if|whether)\b)|help me (?:to )?(?:find out|figure out|understand)) (?=(?:what|how|who|where|when|which|it|there|i|my|the|is|are|am|was|were|do|does|did|has|have|will|would|can|could|should|if|whether)\b)/i,
  /^i (?:would like|want|need|wish|have) to (?=(?:set|add|create|make|start|stop|pause|cancel|convert|calculate|translate|remove|delete|find|get|put|take|see|open|show|have|save|store|enter|include|update)\b)/i,
]

const after =
  /(?<!\b(?:say|says|saying|mean|means|word|phrase|translate|for|of|write|want to|need to|like to))[, ]+(?:please|pls|thanks|thank you(?: (?:so|very) much)?|thx|for me|would you|will you|could you|can you|if you (?:can|could|would|do not mind|please)|asap|real quick|when you get a chance|(?<=, |(?:please|thanks|okay|hello|hey|hi|ok) )(?:my friend|dude|man|buddy)|ok|okay|i would appreciate it)[?.! ]*$/i

const verbsFirst = '(?:is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|much|many|to)\\b'

const beginnings: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:if|whether) (it|i|there|we|they|he|she|you|this|that|my [a-z]+|the [a-z]+) (is|am|are|was|were|will|would|can|could|should|do|does|did|(?:have|has)(?= (?:been|to|already|got|put|added)\b))\b/i,
    '$2 $1',
  ],
  [/^(?:if|whether) (i|we) (?:have |had )?(?:already )?(?:put|placed)\b/i, 'did $1 put'],
  [/^(?:if|whether) (i|we) (?:have |had )?(?:already )?added\b/i, 'did $1 add'],
  [/^(?:if|whether) (i|we|you|they) (?=(?:have|need|want|know|still)\b)/i, 'do $1 '],
  [/^(?:if|whether) (?=\S)/i, ''],
  // What is told indirectly turns its verb around: "how the dax is doing", "how cold it is outside".
  [
    new RegExp(
      String.raw`^how (?!${verbsFirst})((?:\S+ ){1,4}?)(is|are) (?=(?:doing|looking|trading|performing)\b)`,
      'i',
    ),
    'how $2 $1',
  ],
  [/^(how (?:cold|hot|warm|windy|humid|late)) it (is|will be)\b/i, '$1 $2 it'],
  [
    new RegExp(
      String.raw`^how (?!${verbsFirst})((?:\S+ ){1,5}?)(is|are) (?=(?:made|prepared|cooked|baked)[?.! ]*$)`,
      'i',
    ),
    'how $2 $1',
  ],
  [new RegExp(String.raw`^(when|where) (?!${verbsFirst})((?:\S+ ){1,4}?)(is|are)[?.! ]*$`, 'i'), '$1 $3 $2'],
]

function asQuestion(text: string): string {
  const [pattern, question] = beginnings.find(([pattern]) => pattern.test(text)) ?? [undefined, '']
  return pattern ? text.replace(pattern, question) : text
}

const made = String.raw`(?!(?:my|our|your|the|this|that|it|they)\b)(.+)`
const passive: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`^(how) (?:is|are) ${made} (?:made|prepared)(?=[?.! ]*$)`, 'i'), '$1 do you make $2'],
  [new RegExp(String.raw`^(how) (?:is|are) ${made} (?:cooked|baked)(?=[?.! ]*$)`, 'i'), '$1 do you cook $2'],
]

/** "how is lasagne made" asks how somebody makes it. */
function inActive(text: string): string {
  return passive.reduce((changed, [pattern, active]) => changed.replace(pattern, active), text)
}

/** "Great, thanks" and "yes please" say what they say; "time please" is about the time. */
function isWish(text: string): boolean {
  const [word = '', ...others] = text.trim().split(' ')
  return others.length > 0 || (word.length > 3 && !answers.test(word))
}

const answers =
  /^(?:sure|okay|great|cool|nice|fine|good|perfect|awesome|sweet|right|yeah|nope|many|thanks|thank|alright|excellent|wonderful|amazing|hello|never|none|lovely|brilliant|super|maybe)\b/i

function withoutCourtesy(text: string): string {
  let rest = text.trim()
  for (let last = ''; last !== rest;) {
    last = rest
    for (const pattern of before) {
      const shorter = rest.replace(pattern, '')
      // "Tell me whether I put milk on the list" is a question; without its beginning it would be a command.
      rest = shorter === rest ? rest : asQuestion(shorter)
    }
    const shorter = rest.replace(after, '')
    if (isWish(shorter)) rest = shorter
    rest = rest.replace(/^[,.: ]+/, '').trim()
  }
  return rest
}
