import {
  languageNamed,
  languagePattern,
  readLanguages,
  readPeople,
} from '../../../../platform/language/values/languages.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { present, trimmed, type SlotReader } from './reader.ts'

const language = `(?:the )?${languagePattern}(?: language| person| people| speaker)?`
const asksFor = String.raw`(?:(?:how|what) (?:do|would|can|could|should|might|does|did|is|are|words?|phrase|expression)[\p{L}' ]*? (?:say|ask(?: for)?|tell someone|write|call|greet|express|order|use (?:to|for)(?: say| tell someone)?|translate|read|pronounce)(?: that| to| the (?:word|phrase))?)`

const phrasePatterns = [
  // "translate this into Dutch: the bridge is closed"
  new RegExp(String.raw`^translate\b.{0,40} (?:to|into|in) ${language}(?: for me)?: ?(.+)$`, 'iu'),
  // "translate good morning from English into German"
  new RegExp(
    String.raw`\b(?:translate|translation of|translating|convert|put|change|turn)(?: the)?(?: (?:word|words|phrase|sentence|text|following))?:? (.+?) (?:(?:from|out of) ${language} )?(?:to|into|in) ${language}`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:say|ask for|ask|tell someone|write|call|express|order|pronounce|spell)(?: that)?(?: the (?:word|phrase|words))? (.+?),? (?:to \w+ )?(?:(?:in|into|using|to) ${language}|if i (?:was|were|am)\b|as an? \w+|like an? \w+|when (?:in|i am in)\b)`,
    'iu',
  ),
  new RegExp(
    String.raw`\b${language} (?:word|words|term|phrase|translation|expression|equivalent|version|name|way)s?(?: (?:is|are|would be))?(?: (?:for|of|to say|used for|that means?))(?: the (?:word|phrase))? (.+)$`,
    'iu',
  ),
  new RegExp(
    String.raw`^in ${language},? (?:how|what) .*? (?:say|for|call|ask(?: for)?|mean by|word for|tell someone)(?: the (?:word|phrase))? (.+)$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:in ${language},? )?(.+?) (?:is (?:said|called|written|expressed)|(?:said|called|written)) (?:how|what|in)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:what is|what are)(?: the)?(?: (?:word|words|phrase|equivalent|translation))?(?: (?:for|of))? (.+?) (?:in|translated (?:to|into)) ${language}$`,
    'iu',
  ),
  new RegExp(String.raw`\b(?:the )?${language} for (.+)$`, 'iu'),
  new RegExp(String.raw`${asksFor} (.+?),? (?:in|into|if|as|like) `, 'iu'),
  new RegExp(
    String.raw`\b(?:people|they|the (?:french|spanish|italians|germans|japanese)|italians|germans|spaniards|russians|mexicans) (?:say|use|call)(?: for)?(?: the (?:word|phrase))? (.+)$`,
    'iu',
  ),
  new RegExp(String.raw`^what (?:does|do|did)(?: the (?:word|phrase))? (.+?) mean in ${language}$`, 'iu'),
  /^translate(?: the)?(?: (?:word|words|phrase|sentence|text|following))?:? (.+)$/iu,
]

const fromLanguage = new RegExp(String.raw`\b(?:from|out of) (?:the )?(${languagePattern})\b`, 'i')
const intoLanguage = new RegExp(String.raw`\b(?:to|into|in) (?:the )?(${languagePattern})\b`, 'i')
const intoLanguageAtEnd = new RegExp(String.raw`,? (?:in|into|to) ${language}$`, 'iu')

/** What to translate and into which language; the language may only be told by whose it is. */
export const readTranslation: SlotReader = ({ said, text, lower }) => {
  const from = fromLanguage.exec(text)?.[1]
  const source = from === undefined ? undefined : languageNamed(from)
  const target = targetIn({ text, lower }, source)
  const wantsTranslation = /\btranslat/.test(lower)
  if (target === undefined && !wantsTranslation) return undefined
  return present({ text: readQuoted(text) ?? phraseIn(text) ?? saidIn(said), target, source })
}

const sayIn = new RegExp(
  String.raw`^(?:please )?(?:say,? )?((?!how\b|what\b|which\b|translat|in\b|can\b|could\b|say\b).+?),? in ${language}[.!?]*$`,
  'iu',
)

/** "say goodbye in italian", "good morning in french": all of it but the language. */
function saidIn(said: string): string | undefined {
  const phrase = sayIn.exec(said)?.[1]
  return phrase === undefined || nothingYet.test(phrase) ? undefined : trimmed(phrase)
}

function targetIn(
  { text, lower }: { text: string; lower: string },
  source: string | undefined,
): string | undefined {
  const to = intoLanguage.exec(text)?.[1]
  if (to !== undefined) return languageNamed(to)
  const others = readLanguages(lower).filter(({ code }) => code !== source)
  const named = others.at(-1)?.code ?? readPeople(text)
  if (named !== undefined) return named
  // Whoever only says what it is in wants to understand it.
  return source === undefined || source === 'en' ? undefined : 'en'
}

const nothingYet =
  /^(?:(?:my|our|your|his|her|their|this|that|these|those) (?:website|web ?site|page|site|menu|document|file|letter|e-?mail|mail|message|article|book|text|note|cv|resume|report|presentation)|(?:this|that|it|these|those) (?:to|into|for) .+|this|that|it|something|a (?:phrase|sentence|word)|the following|(?:this|the following) (?:sentence|phrase|text|word))$/i

function phraseIn(said: string): string | undefined {
  const text = said.replace(/[?.!]+$/, '')
  for (const pattern of phrasePatterns) {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) continue
    const phrase = trimmed(found).replace(intoLanguageAtEnd, '')
    return nothingYet.test(phrase) ? undefined : phrase
  }
  return undefined
}
