/** A sentence without what does not change its meaning. Its letters keep their case, for names and quotes. */
export interface Sentence {
  /** As it was said, trimmed. */
  readonly said: string
  /** Without wake words, politeness and fillers; contractions written out. */
  readonly text: string
  /** The same in lower case without punctuation at the end: what is compared. */
  readonly lower: string
}

export function normalize(said: string, correct: (text: string) => string = (text) => text): Sentence {
  const trimmed = said
    .normalize('NFKC')
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const plain = expandContractions(withoutWakeWord(trimmed))
  const text = withoutCourtesy(correct(plain)) || plain || trimmed
  return {
    said: trimmed,
    text,
    lower: text
      .toLowerCase()
      .replaceAll(/[?!.,;]+(?=\s|$)/g, '')
      .trim(),
  }
}

const names = '(?:siri|alexa|google|olly|cortana|jarvis|computer|deskhand|assistant|bixby|echo)'
const wakeWord = new RegExp(String.raw`^(?:(?:hey|hi|hello|ok|okay|yo|dear)[, ]+)?${names}\b[,:!. ]*`, 'i')
const wakeWordAtEnd = new RegExp(
  String.raw`[, ]+(?:hey )?(?:siri|alexa|olly|cortana|jarvis|deskhand)[?.! ]*$`,
  'i',
)

function withoutWakeWord(text: string): string {
  const rest = text.replace(wakeWord, '').replace(wakeWordAtEnd, '')
  return rest.trim() === '' ? text : rest.trim()
}

const contractions: readonly (readonly [RegExp, string])[] = [
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
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'have to'],
  [/\bgimme\b/gi, 'give me'],
  [/\blemme\b/gi, 'let me'],
  [/\b(?:pls|plz|plse)\b/gi, 'please'],
  [/\bu\b(?=\s+(?:tell|give|show|know|please|set|add))/gi, 'you'],
  [/\bto-do\b|\bto do(?= list)/gi, 'todo'],
]

/** "its" and "hows" stand for "it is" and "how is", but "wont" and "its own" are left where they are words. */
function expandContractions(text: string): string {
  return contractions.reduce((changed, [pattern, full]) => changed.replace(pattern, full), text)
}

const before: readonly RegExp[] = [
  /^(?:hey|hi|hello|ok|okay|yo|oh|um+|uh+|erm?|well|so|now|alright|right|hmm+|actually|basically|listen|look|say|quick question|excuse me|sorry)[, ]+(?=\S+ \S)/i,
  /^(?:please|kindly|quickly|just|hurry(?: up)? and|go ahead and|be so kind (?:as to|and))[, ]+(?=\S)/i,
  /^(?:can|could|would|will|may|might) (?:you|u|ya) (?:please |kindly |just |maybe |possibly |quickly |be able to |be so kind (?:as to |and )|go ahead and |help me (?:to )?(?=find|set|add|make|create|convert|translate|figure|calculate))*(?=\S+)/i,
  /^(?:(?:would|do) you mind|is there (?:a|any) way (?:you (?:can|could)|to)|is it possible (?:for you )?to|are you able to|do you think you (?:can|could)|how about you|why do(?:n't| not) you|you (?:can|should|could|may)|you need to) (?=\S)/i,
  /^i (?:would (?:really )?(?:like|love|appreciate|want)(?: it)?(?: if)?|want|need|wish|am asking|require|am going to need)(?: for)? you (?:to|could|can|would)? ?(?:please )?(?=\S)/i,
  /^(?:can|could|may) i (?:please )?(?:ask|trouble|bother) you (?:to|for) /i,
  /^(?:i (?:was|am) (?:just )?(?:wondering|curious)|i wonder)(?: if you (?:can|could|would|know))?[, ]+(?:about )?(?=\S)/i,
  /^(?:do you (?:happen to )?know|(?:can|could) (?:you|i) (?:find out|check|see)) (?:(?:if|whether) )?(?=(?:what|how|who|where|when|which|it|there|i|my|the|is|are)\b)/i,
  /^i (?:(?:would )?(?:like|love|want|need|wish)|have|am trying|am needing|will need) to (?:know|find out|learn|see|check|ask|hear|figure out) (?=\S)/i,
  /^(?:please )?(?:let me know|tell me|inform me|find out|figure out|check|help me (?:to )?(?:find out|figure out|understand)) (?:(?:if|whether) )?(?=(?:what|how|who|where|when|which|it|there|i|my|the|is|are)\b)/i,
  /^i (?:would like|want|need|wish|have) to (?=(?:set|add|create|make|start|convert|calculate|translate|remove|delete|find|get|put|take|see|open|show|have)\b)/i,
]

const after: readonly RegExp[] = [
  /(?<!\b(?:say|says|saying|mean|means|word|phrase|translate|for|of|write))[, ]+(?:please|pls|thanks|thank you(?: (?:so|very) much)?|thx|for me|would you|will you|could you|can you|if you (?:can|could|would|do not mind|please)|asap|real quick|when you get a chance|my friend|dude|man|buddy|ok|okay|i would appreciate it)[?.! ]*$/i,
]

function withoutCourtesy(text: string): string {
  let rest = text.trim()
  for (let last = ''; last !== rest;) {
    last = rest
    for (const pattern of before) rest = rest.replace(pattern, '')
    for (const pattern of after) {
      const shorter = rest.replace(pattern, '')
      if (shorter.trim().includes(' ') || shorter.length > 6) rest = shorter
    }
    rest = rest.replace(/^[,.: ]+/, '').trim()
  }
  return rest
}
