import { remembered } from '../../../platform/language/remembered.ts'

/** Words that decide what a sentence means. A typing error in one of them is worth setting right. */
const keywords =
  'weather forecast temperature raining umbrella timer alarm reminder remind calculator calculate translate translation definition define meaning dictionary exchange currency convert conversion shopping grocery groceries recipe calendar schedule stopwatch metronome password generate random number stock stocks price shares headlines latest wikipedia kilometers centimeters millimeters fahrenheit celsius kilograms pounds ounces gallons tablespoons teaspoons minutes minute seconds second hours tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday january february march april august september october november december christmas spanish french german italian japanese chinese portuguese russian korean dollars dollar euros pesos rupees countdown pomodoro breathing bookmark bookmarks contacts journal budget memory processes battery workflow workflows backup remove delete cancel search folder picture astronomy basketball football cricket soccer cooking ingredients square percent multiply divided timezone bitcoin percentage'.split(
    ' ',
  )

/** Right words that are one letter away from a keyword. */
const rightWords = new Set(
  'transaction transactions transmute korea russia shipping shipped processed processor sharpies remaining definite definitely divide dividend depleted contains contain choosing choose conversing stopping raising italia contents content confession baseball convention conventional rewind breaking breakfast concert concerts shades shape shaped booking brooking convent confer concern currents hourly sundays planned canceled cancelled portion spinach priced picked pocket punches pouches oranges organs bounced announces announce bunnies moments minor mister sister searches reached percentages present presents patience pattern mediate meditate meditation reading breading leading dealing feeling seeing meeting greeting remainder reminder recife recital whether leather feather timber tamer times timed timers alarms alarmed stick sticks shock shocks socks stack stocked prices prince pride priced share shared shard dollar define defined refine fined fine hour ours fours house houses hounds pound rounds sounds founds numb numbers member timing gallon galleon minute minuet minus seconds secondly beconds march marsh starch april may sundae sunny monday mundane cooing looking booking coking cookie squares squared searched research sketch match folders folded holder golder budget budgets fudget gadget memories backups backed backpack pictures mixture deleted deletes removed removes remote canceled cancels cancer council random ransom latest lates later latex greatest meanings meaningful gleaning leaning cleaning demeaning translated translates translator contact contracts contract contacted calculated calculates calculators calculation converts converted convene conversation conversations conversational currencies current currently recipes receipe receipt schedules scheduled reminders reminded reminds remain reminds grocer rates dates works workflow battery batter buttery pattern germane germany german french trench wrench stench bench spanish vanish banish minuted minutes hours euro euros peso pesos percents football footfall basketballs breathing bathing breeding searching passwords bookmarked journals journey cookings ingredients ingredient genera generate generated generates generator general germs numbered astrology astronomer astronomic batters bleaching breaching breasting breathier broaching budged budges calculable cellulite circulate centiliters chancel choking cocking conking convoking cooling cooping corking crooking christens concession convection convulsion constants contrasts covert cricked cullender defamation defecation definitive detonation diminution divination domination defile deplete dilate dilute dividends divider divides divined duller fodder fonder footfalls foremast foremasts foretaste galleons gallops gallows generative granaries grocers hairlines headlands headlined headwinds helplines hairs hears heirs lamest latent laxest milliliters minuets minuses minuter moaning mooning multiple multiples multiplex nonmember numbed parentage percentile pests poses ponds premisses princesses prioresses processors professed professes progresses prick pricy prime prize raiding railing rationing regaining reining retaining ruining rebind remand recite recopy rejoinder remainders scares shakes shames shapes shards sharks sharps shaves shires shores snares spares stares shlepping slopping sopping stropping swopping smock stork stuck smocks stacks stocky storks squire succor sundry temperate tiger tumor transition translating wealthier transitions koran tumour'.split(
    ' ',
  ),
)

const known = new Set([...keywords, ...rightWords])
const byLength = new Map<number, string[]>()
for (const word of keywords) byLength.set(word.length, [...(byLength.get(word.length) ?? []), word])

/** Letters that stand twice where once is right, or the other way round, are the commonest error. */
const bySqueezed = new Map(keywords.map((word) => [squeezed(word), word]))

const MIN_LENGTH = 5

/** Short words are right too often to be compared; only letters in the wrong order give an error away. */
const bySwapped = new Map(
  'time list task news coin dice date note stock'.split(' ').flatMap((word) =>
    Array.from({ length: word.length - 1 }, (_, at) => {
      const swapped = word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)
      return [swapped, word] as const
    }),
  ),
)

/** Sets right what is nearly a keyword: one error up to seven letters, two in longer words. Unknown names stay. */
export function spellingCorrection(isKnownWord: (word: string) => boolean): (text: string) => string {
  return (text) =>
    text.replaceAll(/(?<![\w'./@~-])[a-z]{4,16}(?![\w'/@-])/g, (word) => {
      if (known.has(word) || isKnownWord(word)) return word
      return bySwapped.get(word) ?? (word.length < MIN_LENGTH ? word : (nearestKeyword(word) ?? word))
    })
}

const MAX_WORDS = 2_000
const nearestKeyword = remembered(searchedKeyword, MAX_WORDS)

function searchedKeyword(word: string): string | undefined {
  const doubled = bySqueezed.get(squeezed(word))
  if (doubled !== undefined) return doubled
  const allowed = word.length >= 9 ? 2 : 1
  let best: string | undefined
  let bestDistance = allowed + 1
  for (let length = word.length - allowed; length <= word.length + allowed; length++) {
    for (const candidate of byLength.get(length) ?? []) {
      // People rarely miss the first letter, and other words often differ in it.
      if (candidate[0] !== word[0] || candidate.length < MIN_LENGTH || isForm(word, candidate)) continue
      const distance = editDistance(word, candidate, allowed)
      if (distance < bestDistance) {
        best = candidate
        bestDistance = distance
      }
    }
  }
  return best
}

function squeezed(word: string): string {
  return word.replaceAll(/(.)\1/g, '$1')
}

/** "mondays" and "divide" are right as they are. */
function isForm(word: string, candidate: string): boolean {
  return word.startsWith(candidate) || candidate.startsWith(word) || word === `${candidate.slice(0, -1)}ies`
}

const vowels = /^[aeiouy]$/

/** One vowel for another is half an error: people write what they hear. */
function costOf(written: string, right: string): number {
  if (written === right) return 0
  return vowels.test(written) && vowels.test(right) ? 0.5 : 1
}

/** Insertions, deletions, changes and swaps of neighbours; more than `limit` is `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let smallest = row
    for (let column = 1; column <= b.length; column++) {
      const cost = costOf(a[row - 1]!, b[column - 1]!)
      let value = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + cost)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        value = Math.min(value, beforeLast[column - 2]! + 1)
      current.push(value)
      smallest = Math.min(smallest, value)
    }
    if (smallest > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[b.length]! > limit ? limit + 1 : last[b.length]!
}
