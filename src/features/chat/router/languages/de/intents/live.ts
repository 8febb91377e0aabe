import type { Language } from '../../language.ts'

const weather = '(wetter|wettervorhersage|wetterbericht|vorhersage|wetterlage)'
const wet = '(regnen|schneien|hageln|gewittern|stürmen|frieren)'
const falling = '(regnet|schneit|hagelt|stürmt|friert|gewittert)'
const like = '(warm|kalt|heiß|sonnig|windig|nass|trocken|neblig|stürmisch|bewölkt|kühl|schön)'
const clothes = '(regenschirm|schirm|jacke|mantel|regenjacke|mütze|sonnencreme|handschuhe|schal)'

/** What is looked up in the world. */
export const liveIntents: Language['intents'] = {
  live_weather: {
    'what is the weather [in {city}] [{time}]': [
      `[wie|was] (ist|wird|sieht|war|macht|sagt) [{time:roughTime}] [denn] das ${weather} [aus] [werden] <there> [aus]`,
      `[<show>] [das|den|die] [aktuelle|aktuellen|heutige] ${weather} <there> [an|<shown>]`,
      `was sagt [{time:roughTime}] (der|die) ${weather} <there>`,
      `${weather} {city:city} [{time:roughTime}]`,
      `wie (ist|wird) [{time:roughTime}] in {city:place} das ${weather} [{time:roughTime}]`,
      `wie das ${weather} <there> (wird|ist)`,
    ],
    'will it rain [in {city}] [{time}]': [
      `${falling} es [gerade|noch|jetzt] <there>`,
      `(wird|soll|könnte) es <there> [noch] ${wet}`,
      `(gibt es|kommt) [{time:roughTime}] (regen|schnee|gewitter|frost) <there>`,
      `ob es <there> (regnet|regnen wird|schneit)`,
      `wann (regnet|schneit) es <there>`,
    ],
    'is it sunny [in {city}] [{time}]': [
      'scheint <there> die sonne <there>',
      'ist es <there> (sonnig|bewölkt) <there>',
    ],
    'how warm is it [in {city}] [{time}]': [
      `wie (warm|kalt|heiß|windig|kühl) (ist|wird|war) es <there> [werden]`,
      `<howmuch> grad (hat|sind|ist|wird|werden|haben) [es|wir] <there>`,
      `(ist|wird|bleibt) es <there> ${like} <there>`,
      '[wie [hoch] ist|was ist] [die] (temperatur|temperaturen|außentemperatur) <there>',
    ],
    'do i need an umbrella [in {city}] [{time}]': [
      `(brauche|brauch|benötige) ich <there> [einen|eine|ein] ${clothes} <there>`,
      `(soll|muss) ich <there> [einen|eine|ein] ${clothes} (mitnehmen|einpacken|anziehen)`,
    ],
  },
  live_stock: {
    'how is {share} stock doing': [
      '(wie|wo) (steht|stehen|läuft|geht|ist|notiert) [die|der] {share:share} [aktie|aktien] <now>',
      '(wie|wo) (steht|stehen|läuft|notiert) [die|der] {share:share} (aktie|aktien)',
      '[<show>|was ist|wie ist|wie hoch ist] [der] [aktuelle] (aktienkurs|kurs|aktienpreis) (von|der|für) {share:share} [aktie]',
      '[<show>|wie ist|was ist] [der] [aktuelle] {share:share} (kurs|aktienkurs|aktie|aktien|preis)',
      '(was|<howmuch>) (kostet|kosten) [eine|die] {share:share} (aktie|aktien)',
      '(aktie|aktienkurs) [von] {share:share}',
      'wie (steht|läuft|ist|geht) die aktie von {share:share}',
    ],
    '{coin} price': [
      '[<show>|wie ist|was ist|wie hoch ist|wie steht] [der] [aktuelle] {coin:coin} [kurs|preis]',
      '[<show>|wie ist|was ist|wie hoch ist] [der] [aktuelle] (kurs|preis) (von|für) {coin:coin}',
      '(wo|wie|was) (steht|macht) [der] {coin:coin} [<now>]',
      '<howmuch> ist [ein] {coin:coin} [<now>] wert',
      '(was|<howmuch>) kostet [ein] {coin:coin} [<now>]',
    ],
  },
  news_ticker: {
    news: [
      '[<show>|was sind|lies] [die] [neuesten|neueste|aktuellen|aktuelle|heutigen] (nachrichten|schlagzeilen|news|neuigkeiten) [von heute|heute|vor|an|des tages]',
      'was (gibt es|gibts|ist) (neues|los in der welt|neues in der welt|in den nachrichten)',
      'was ist in der welt (los|passiert)',
      '[die] (nachrichten|schlagzeilen) <shown>',
    ],
    'anything new in the news': ['gibt es [etwas|was|irgendwas] neues'],
    'news about {topic}': [
      '[<show>] [die] [neuesten|neueste|aktuellen|aktuelle] (nachrichten|schlagzeilen|news|neuigkeiten) (über|zu|zum|zur|aus|von) {topic:subject}',
      'was gibt es neues (über|zu|zum|zur|aus|von) {topic:subject}',
    ],
  },
  translator: {
    'translate {text} into {target}': [
      '(übersetz|übersetze) [<me>] [das wort|den satz|den text] {text} (ins|auf|in) [das] {target:language}',
      '(was|wie) (heißt|bedeutet|sagt man|sage ich|schreibt man|lautet) [das wort|der satz] {text} (auf|in) {target:language}',
      '{text} (ins|auf) {target:language} (übersetzen|übersetzt)',
      'wie (sagt|sage) (man|ich) (auf|in) {target:language} {text}',
      '(was|wie) (heißt|sagt man) (auf|in) {target:language} {text}',
      '(übersetz|übersetze) (ins|auf|in) [das] {target:language} : {text}',
      '(sag|sage) {text} auf {target:language}',
    ],
    'translate {text} from {source}': [
      '(was|wie) (heißt|bedeutet) [das] {source:language} wort {text} [auf deutsch]',
    ],
  },
  recipe_viewer: {
    'recipe for {query}': [
      '[<show>|ich (brauche|suche)|hast du|gib|find|finde] [<me>] [ein] [gutes|einfaches|leckeres|schnelles] rezept (für|von|mit|zu) {query:subject}',
      'wie (koche|backe|kocht|backt|bäckt) (ich|man) [eine|einen|ein] {query:properName}',
      '{query:properName} rezept',
      'rezept {query:properName}',
    ],
  },
  currency_converter: {
    'convert {sum} to {to}': [
      '[<what_is>|rechne|konvertiere|wechsel|wechsle|tausch|tausche] {sum:sum} (in|nach|zu) {to:sum} [um] [<now>]',
      '<howmuch> {to:sum} (sind|ist|bekomme ich für|kriege ich für|kosten|gibt es für) {sum:sum}',
      '(was|<howmuch>) (sind|ist|wären) {sum:sum} [<now>] in {to:sum} [wert]',
      '{sum:sum} in {to:sum} umrechnen',
    ],
    'exchange rate {sum} to {to}': [
      '[wie ist|was ist|<show>] [der] [aktuelle] (wechselkurs|umrechnungskurs|kurs) [von|zwischen] {sum:sum} (zu|in|und|zum|auf) {to:sum}',
      '{sum:sum} {to:sum} (kurs|wechselkurs)',
    ],
    'show the currency converter': [
      '[<show>] [den|einen] (währungsrechner|währungsumrechner)',
      '[der|aktueller|aktuelle] wechselkurs',
    ],
  },
  sun: {
    'when is sunrise [in {city}] [{date}]': [
      'wann (geht|ging) [{date:date}] [in {city:place}] die sonne [{date:date}] [in {city:place}] auf [{date:date}]',
      '(wann ist|um wie viel uhr ist) [{date:date}] [der] sonnenaufgang [{date:date}] [in {city:place}] [{date:date}]',
      'sonnenaufgang [in {city:place}] [{date:date}]',
    ],
    'when is sunset [in {city}] [{date}]': [
      'wann (geht|ging) [{date:date}] [in {city:place}] die sonne [{date:date}] [in {city:place}] unter [{date:date}]',
      '(wann ist|um wie viel uhr ist) [{date:date}] [der] sonnenuntergang [{date:date}] [in {city:place}] [{date:date}]',
      'sonnenuntergang [in {city:place}] [{date:date}]',
      'wann wird es [{date:date}] dunkel [in {city:place}]',
    ],
  },
  moon: {
    'moon phase': [
      '[<show>|wie ist|was ist] [die] [aktuelle] mondphase [<now>]',
      '(welche|was für eine) mondphase (haben wir|ist) [<now>]',
      'wie steht der mond [<now>]',
    ],
    'when is the next full moon': [
      'wann ist [der] [nächste] vollmond',
      '[der] nächster vollmond',
      'nächste vollmond',
    ],
    'is it a full moon today': ['(ist|haben wir) heute [nacht] vollmond'],
    'when is the next new moon': ['wann ist [der] [nächste] neumond', '[der] nächster neumond'],
  },
  wiki_summary: {
    'search wikipedia for {query}': [
      '(such|suche|schlag|schlage|schau) [bei|in|auf] [der] wikipedia [nach] {query:subject} [nach]',
      '(such|suche|schlag|schlage) {query:subject} (bei|in|auf) [der] wikipedia [nach]',
      'wikipedia {query:subject}',
    ],
    'capital of {country}': [
      '[was ist|wie heißt|welche ist] [die] hauptstadt von {country:zone}',
      'hauptstadt {country:zone}',
    ],
  },
}
