import type { Language } from '../language.ts'

export const lists: Language['lists'] = {
  weekday: {
    monday: 'montag|mo',
    tuesday: 'dienstag|di',
    wednesday: 'mittwoch|mi',
    thursday: 'donnerstag|do',
    friday: 'freitag|fr',
    saturday: 'samstag|sonnabend|sa',
    sunday: 'sonntag|so',
  },
  /** Every time it comes. */
  weekdays: {
    monday: 'montags',
    tuesday: 'dienstags',
    wednesday: 'mittwochs',
    thursday: 'donnerstags',
    friday: 'freitags',
    saturday: 'samstags|sonnabends',
    sunday: 'sonntags',
  },
  weekdayMorning: parts('morgen|früh|vormittag'),
  weekdayAfternoon: parts('nachmittag|mittag'),
  weekdayEvening: parts('abend|nacht'),
  month: {
    january: 'januar|jan|jänner',
    february: 'februar|feb|feber',
    march: 'märz|mrz',
    april: 'april|apr',
    may: 'mai',
    june: 'juni|jun',
    july: 'juli|jul',
    august: 'august|aug',
    september: 'september|sep|sept',
    october: 'oktober|okt',
    november: 'november|nov',
    december: 'dezember|dez',
  },
  rank: {
    first: 'ersten|erste|1',
    second: 'zweiten|zweite|2',
    third: 'dritten|dritte|3',
    fourth: 'vierten|vierte|4',
    last: 'letzten|letzte',
  },
  kept: {
    shopping: 'einkaufsliste|einkaufszettel|einkauf|einkaufslist|shoppingliste|shopping-liste|einkaufs-liste',
    todo: 'todo-liste|to-do-liste|todoliste|to-do liste|todo liste|aufgabenliste|aufgaben|todos|to-dos',
    packing: 'packliste',
  },
  usual: {
    downloads: 'downloads|download|downloads-ordner|downloadordner|download-ordner|heruntergeladenen dateien',
    documents: 'dokumente|dokumenten|dokumente-ordner|documents',
    pictures: 'bilder|bildern|bilder-ordner|fotos|pictures',
    desktop: 'desktop|schreibtisch',
  },
  occasion: {
    Termin: 'termin',
    Mittagessen: 'mittagessen',
    Abendessen: 'abendessen',
    Frühstück: 'frühstück',
    Treffen: 'treffen',
    Meeting: 'meeting',
    Besprechung: 'besprechung',
    Telefonat: 'telefonat',
  },
  coin: {
    bitcoin: 'bitcoin|btc|bitcoins',
    ethereum: 'ethereum|eth|ether',
    dogecoin: 'dogecoin|doge',
    gold: 'gold|goldpreis',
    silver: 'silber',
    dax: 'dax',
  },
  language: {
    english: 'englisch|englische|auf englisch',
    german: 'deutsch|deutsche',
    french: 'französisch|französische',
    spanish: 'spanisch|spanische',
    italian: 'italienisch|italienische',
    portuguese: 'portugiesisch|portugiesische',
    dutch: 'niederländisch|niederländische|holländisch|holländische',
    polish: 'polnisch|polnische',
    russian: 'russisch|russische',
    turkish: 'türkisch|türkische',
    japanese: 'japanisch|japanische',
    chinese: 'chinesisch|chinesische',
    korean: 'koreanisch|koreanische',
    arabic: 'arabisch|arabische',
    swedish: 'schwedisch|schwedische',
    norwegian: 'norwegisch|norwegische',
    danish: 'dänisch|dänische',
    finnish: 'finnisch|finnische',
    czech: 'tschechisch|tschechische',
    greek: 'griechisch|griechische',
    ukrainian: 'ukrainisch|ukrainische',
    hungarian: 'ungarisch|ungarische',
    latin: 'latein|lateinisch|lateinische',
  },
}

/** "Freitagabend" is written in one word. */
function parts(endings: string): Record<string, string> {
  const days = {
    monday: 'montag',
    tuesday: 'dienstag',
    wednesday: 'mittwoch',
    thursday: 'donnerstag',
    friday: 'freitag',
    saturday: 'samstag',
    sunday: 'sonntag',
  }
  return Object.fromEntries(
    Object.entries(days).map(([english, day]) => [
      english,
      endings
        .split('|')
        .map((ending) => `${day}${ending}`)
        .join('|'),
    ]),
  )
}
