// Finds pages by words. It runs in the page and in the tests alike, and needs nothing of either.

/** Words of a question that are in every page. */
const EMPTY = new Set(
  'a an and are as at be but by can do does for from get have how i if in into is it its me my of on or so that the their them then there they this to up use was what when where which who why will with you your'.split(
    ' ',
  ),
)
const WEIGHTS = { title: 5, heading: 5, also: 6, text: 1 }
/** How much the page around a section counts beside it. */
const AROUND = 0.3
const SATURATION = 1.4
/** How much a longer word counts where the one that was asked for is used, too. */
const BEGUN = 0.3

/** Makes a function that gives the best entries for a question, the best first. */
export function createSearch(entries) {
  const rows = rowsOf(entries)
  const pages = new Map(rowsOf(wholePages(entries)).map((row) => [row.entry.title, row]))
  const spread = new Map()
  for (const { counts } of rows)
    for (const word of counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  const vocabulary = [...spread.keys()]
  const rarity = (word) => Math.log(1 + rows.length / (spread.get(word) ?? rows.length))

  return (question, most = 12) => {
    const asked = wordsIn(question).filter(
      (word, _, all) => !all.some((name) => isPartOf(word, name) && spread.has(name)),
    )
    const words = asked.filter((word) => !EMPTY.has(word))
    const wanted = (words.length > 0 ? words : asked).map((word, place, all) =>
      alternatives(word, { vocabulary, spread, isLast: place === all.length - 1 }),
    )
    if (wanted.length === 0) return []
    // A section of a page that is about all of it is meant rather than one that happens to have the words.
    const of = (row) => scoreOf(row, { wanted, rarity })
    const pageScores = new Map([...pages].map(([title, row]) => [title, of(row)]))
    return rows
      .map((row) => ({ entry: row.entry, own: of(row) }))
      .filter(({ own }) => own > 0)
      .map(({ entry, own }) => ({
        entry,
        score: (own + AROUND * pageScores.get(entry.title)) * (entry.weight ?? 1),
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, most)
      .map(({ entry }) => entry)
  }
}

function rowsOf(entries) {
  const usual = entries.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, entries.length)
  return entries.map((entry) => ({ entry, counts: countsOf(entry), share: entry.text.length / (usual || 1) }))
}

function wholePages(entries) {
  const groups = Map.groupBy(entries, ({ title }) => title)
  return [...groups].map(([title, parts]) => {
    const [heading, text] = ['heading', 'text'].map((field) => parts.map((part) => part[field]).join(' '))
    return { title, heading, text }
  })
}

/** A word that is still being written, or that nobody uses, stands for those that begin with it; one that is used mostly for itself. */
function alternatives(word, { vocabulary, spread, isLast }) {
  const itself = spread.has(word) ? [{ word, share: 1 }] : []
  if (itself.length > 0 && !isLast) return itself
  const begun = word.length < 3 ? [] : vocabulary.filter((other) => other !== word && other.startsWith(word))
  return [...itself, ...begun.map((other) => ({ word: other, share: itself.length > 0 ? BEGUN : 1 }))]
}

function scoreOf({ counts, share: length }, { wanted, rarity }) {
  let score = 0
  let met = 0
  for (const words of wanted) {
    const best = Math.max(
      0,
      ...words.map(({ word, share }) => share * weighed(counts.get(word), length) * rarity(word)),
    )
    if (best > 0) met += 1
    score += best
  }
  // Whatever has all the words is meant rather than what has one of them often.
  const share = met / wanted.length
  return share < 0.5 ? 0 : score * share * share
}

function weighed(count = 0, length) {
  return (count * (SATURATION + 1)) / (count + SATURATION * (0.4 + 0.6 * length))
}

function countsOf(entry) {
  const counts = new Map()
  for (const [field, weight] of Object.entries(WEIGHTS))
    for (const word of wordsIn(entry[field] ?? '')) counts.set(word, (counts.get(word) ?? 0) + weight)
  return counts
}

/** A name such as READ_PDF is a word, and so are its parts. */
function wordsIn(text) {
  const names = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return names
    .flatMap((name) => (name.includes('_') ? [name, ...name.split('_').filter(Boolean)] : [name]))
    .map(stem)
}

function isPartOf(word, name) {
  return name.includes('_') && word !== name && name.split('_').map(stem).includes(word)
}

/** "schedules", "scheduled" and "scheduling" are one word. */
function stem(word) {
  if (word.includes('_')) return word
  if (word.length < 5) return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
  return word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ing|ed|es|s)$/, '')
    .replace(/([^aeiouls])\1$/, '$1')
    .replace(/e$/, '')
}
