export interface Count {
  words: number
  characters: number
  sentences: number
  reading_minutes: number
}

/** Words as the language of the text divides them, so that Chinese and Thai are counted too. */
export function countText(text: string, wordsPerMinute: number): Count {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)]
  const characters = [...new Intl.Segmenter().segment(text)]
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)]
  const count = words.filter(({ isWordLike }) => isWordLike).length
  return {
    words: count,
    characters: characters.length,
    sentences: sentences.filter(({ segment }) => segment.trim() !== '').length,
    reading_minutes: Math.round((count / wordsPerMinute) * 10) / 10,
  }
}
