const wish =
  /^(?:(?:hi|hello|hey|ok|okay|please|can you|could you|would you|will you|i want you to|i'd like you to)[,:]? )*(?:remember|don't forget|do not forget|never forget|keep in mind|bear in mind|make a mental note)/i
const saidWith = /^(?: that| this(?=[:,])|(?=:))[:,]? (.+)$/i
/** Without "that" only what clearly says something: "remember the milk" and "remember to call" wish for something else. */
const saidPlainly =
  /^ ((?:i|i'm|we|my|our|the|his|her|their|\p{Lu}[\p{L}'-]*) .*\b(?:is|isn't|are|aren't|was|were|am|has|have|had|go(?:es)?|comes?|lives?|likes?|hates?|needs?|works?|opens?|closes?|costs?|weighs?)\b.+|i'm .+)$/u

/** A thing that is remembered together, a duty, and what depends on the day it is said are no facts. */
const noFact = [
  /^(?:time|day|night|summer|winter|year|one|thing|guy|girl|person|song|movie|film|book|show|place|note|link|page|list)\b/i,
  /^(?:i|we)(?:'ve| have)? (?:need|must|should|ought|want|have to|had to|got to|am supposed|am to|are supposed|will|would|can)\b/i,
  /\b(?:today|tonight|tomorrow|yesterday|now|this (?:morning|afternoon|evening|week|weekend|month)|(?:next|last|coming) (?:week|weekend|month|year|mon|tue|wed|thu|fri|sat|sun)\w*|in \d+ (?:minutes?|hours?|days?|weeks?|months?)|(?:on|until|till|by|before|after|this) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b(?!s)/i,
]

const MAX_LENGTH = 300

/** What the user asks to be remembered in so many words; undefined when the message wishes for something else. */
export function toldToRemember(message: string): string | undefined {
  const said = message.trim().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, ' ')
  const begun = wish.exec(said)?.[0]
  if (begun === undefined || said.endsWith('?') || said.length > MAX_LENGTH) return undefined
  const after = said.slice(begun.length)
  const fact = (saidWith.exec(after) ?? saidPlainly.exec(after))?.[1]?.replace(/[.!\s]+$/, '')
  if (!fact || !/\s/.test(fact) || noFact.some((pattern) => pattern.test(fact))) return undefined
  return fact.charAt(0).toUpperCase() + fact.slice(1)
}
