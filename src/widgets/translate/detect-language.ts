/** Words that are frequent in one language and rare in the others. */
const words: Readonly<Record<string, string>> = {
  en: 'the and is are you of to in that it for with this have was not what how good morning hello please thank world where my your we they from yes',
  de: 'der die das und ist nicht ein eine ich du wir sie mit für auf den dem von zu guten morgen hallo bitte danke wie was wo ja nein auch sich',
  fr: 'le la les et est une des je tu nous vous avec pour dans que qui bonjour merci où oui non pas du au ce cette sur bonsoir',
  es: 'el los las y es una que de en yo tú con para por buenos días hola gracias dónde sí cómo está pero muy este esta',
  it: 'il lo gli e è una che di io tu con per nel buongiorno ciao grazie dove sì come sono della questo questa molto anche',
  pt: 'o os as e é uma que de em eu você com para por bom dia olá obrigado onde sim como não está mas muito isto',
  nl: 'de het een en is niet ik jij wij met voor op van goede morgen hallo dank waar ja nee wat hoe ook maar deze',
  sv: 'och är inte jag du vi med för på det som en ett god morgon hej tack var ja nej vad hur också den här',
  da: 'og er ikke jeg du vi med for på det som en et god morgen hej tak hvor ja nej hvad hvordan også af',
  nb: 'og er ikke jeg du vi med for på det som en et god morgen hei takk hvor ja nei hva hvordan også av',
  fi: 'ja on ei minä sinä me kanssa hyvää huomenta hei kiitos missä kyllä mitä miten myös että tämä se',
  pl: 'i jest nie ja ty my z dla na to że dzień dobry cześć dziękuję gdzie tak co jak się jestem',
  cs: 'a je není já ty my s pro na to že dobré ráno ahoj děkuji kde ano ne co jak se jsem',
  tr: 've bir bu için ile ben sen biz günaydın merhaba teşekkürler nerede evet hayır ne nasıl değil çok',
  ro: 'și este nu eu tu noi cu pentru pe că bună dimineața salut mulțumesc unde da ce cum sunt foarte',
  hu: 'és van nem én te mi egy az jó reggelt szia köszönöm hol igen mit hogyan hogy is nagyon',
  id: 'dan adalah tidak saya kamu kami dengan untuk di yang selamat pagi halo terima kasih mana ya apa bagaimana ini itu',
  vi: 'và là không tôi bạn chúng với cho ở của xin chào cảm ơn đâu vâng gì thế nào này rất',
}

const vocabularies = Object.entries(words).map(([code, list]) => [code, new Set(list.split(' '))] as const)

/** Scripts that one language has for itself, or nearly. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/[پچژگ]/u, 'fa'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/[іїєґ]/iu, 'uk'],
  [/[ђјљњћџ]/iu, 'sr'],
  [/\p{Script=Cyrillic}/u, 'ru'],
]

/** The language of a text, by its script or its frequent words; null when that is not enough to tell. */
export function detectLanguage(text: string): string | null {
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter))
  if (latin.length * 2 < letters.length) return scripts.find(([script]) => script.test(text))?.[1] ?? null
  return latin.length === 0 ? null : byFrequentWords(text)
}

function byFrequentWords(text: string): string | null {
  const found = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const [best, second] = vocabularies
    .map(([code, vocabulary]) => ({ code, hits: found.filter((word) => vocabulary.has(word)).length }))
    .toSorted((a, b) => b.hits - a.hits)
  return best!.hits > second!.hits ? best!.code : null
}
