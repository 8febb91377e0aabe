import type { Language } from '../language.ts'
import { fileIntents } from './intents/files.ts'
import { storedIntents } from './intents/stored.ts'
import { liveIntents } from './intents/live.ts'
import { numberIntents } from './intents/numbers.ts'
import { systemIntents } from './intents/system.ts'
import { timeIntents } from './intents/time.ts'
import { lists } from './lists.ts'
import { names } from './names.ts'
import { numbers } from './numbers.ts'
import { phrases } from './phrases.ts'
import { units } from './units.ts'
import { values } from './values.ts'

/** Pronouns, questions, verbs and whatever else no thing begins with. */
const vague =
  'alle alles jede jeden jedes ich du er wir ihr man wer wo wann warum wieso weshalb welche welcher ist sind war waren hat habe hast haben hatte soll sollte sollen muss kann kannst darf wird werden wurde gibt kommt gehört wenn falls ob steht setz setze füg füge schreib schreibe pack packe tu nimm lösch lösche streich streiche entfern entferne hak hake leer leere zeig zeige lies mach erinner erinnere stell stelle weck wecke sag sage such suche öffne gib merk merke notier notiere starte übersetz übersetze kauf kaufe bring leg lege sämtliche etwas irgendwas irgendetwas was wie es das dies diese diesen dieses sie ihn ihm ihnen dinge sachen zeug mich dich mir dir'

export const language: Language = {
  code: 'de',
  // "für", "fuer" and "fur" are compared alike.
  spellings: { ä: 'a', ae: 'a', ö: 'o', oe: 'o', ü: 'u', ue: 'u', ß: 'ss' },
  decimal: ',',
  dateSign: '.',
  numbers,
  articles: ['der', 'die', 'das', 'den', 'dem', 'des'],
  fillers: ['bitte', 'mal', 'doch', 'kurz', 'schnell', 'eben', 'nochmal', 'noch'],
  courtesy: {
    before: [
      '(kannst|könntest|würdest|magst) du [mir|uns]',
      '(können|könnten|würden) sie [mir|uns]',
      '(ich|wir) (möchte|möchten|will|wollen|würde gern|würde gerne|hätte gern|hätte gerne) [wissen|dass du] [mir]',
      '(ich|wir) (brauche|brauchen)',
      'sei so (nett|gut|lieb) und',
      '(sag|sage|verrat|verrate) (mir|uns)',
      '(weißt|weisst) du',
      'ich (muss|müsste) wissen',
      '(hey|hallo|hi|ok|okay|so|also|ähm|äh|na|du|und)',
      'ach ja',
      'übrigens',
    ],
    after: ['danke', 'dankeschön', 'vielen dank', 'danke (dir|schön|sehr)', 'ja', 'okay', 'ok', 'für mich'],
  },
  joints: ['und', 'sowie', 'und dann', 'und danach', 'und außerdem', 'dann', 'danach', 'außerdem'],
  negations: ['kein', 'keine', 'keinen', 'keinem', 'keiner', 'keins', 'nicht', 'nichts', 'nie', 'niemals'],
  vague: vague.split(' '),
  phrases,
  lists,
  values: { ...values, ...units },
  names,
  intents: {
    ...timeIntents,
    ...storedIntents,
    ...liveIntents,
    ...numberIntents,
    ...fileIntents,
    ...systemIntents,
  },
}
