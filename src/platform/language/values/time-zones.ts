/** Places that no zone is named after, by zone. */
const places: Readonly<Record<string, string>> = {
  'America/New_York':
    'new york|new york city|nyc|brooklyn|manhattan|boston|massachusetts|miami|florida|orlando|tampa|jacksonville|atlanta|georgia|philadelphia|pennsylvania|pittsburgh|washington|washington dc|dc|baltimore|maryland|virginia|north carolina|charlotte|south carolina|ohio|cleveland|columbus|cincinnati|michigan|new jersey|connecticut|maine|vermont|new hampshire|rhode island|delaware|buffalo|raleigh|eastern|eastern time|eastern time zone|eastern timezone|eastern standard time|east coast|the east coast|est|edt|usa|us|the us|united states|america|the united states|u s',
  'America/Chicago':
    'chicago|illinois|houston|dallas|austin|texas|san antonio|tx|new orleans|louisiana|minneapolis|minnesota|st louis|saint louis|missouri|kansas city|kansas|milwaukee|wisconsin|memphis|nashville|tennessee|oklahoma|oklahoma city|iowa|nebraska|omaha|alabama|mississippi|arkansas|central|central time|central time zone|central timezone|central standard time|cst|cdt|midwest',
  'America/Denver':
    'denver|colorado|utah|salt lake city|new mexico|albuquerque|montana|wyoming|idaho|boise|mountain|mountain time|mountain standard time|mst|mdt',
  'America/Phoenix': 'phoenix|arizona|tucson',
  'America/Los_Angeles':
    'los angeles|la|california|san francisco|san diego|sacramento|san jose|oakland|seattle|washington state|portland|oregon|las vegas|vegas|nevada|reno|pacific|pacific time|pacific time zone|pacific standard time|west coast|the west coast|pst|pdt',
  'America/Anchorage': 'alaska|anchorage',
  'Pacific/Honolulu': 'hawaii|honolulu|hst',
  'America/Toronto': 'toronto|ontario|ottawa|montreal|quebec|canada',
  'America/Vancouver': 'vancouver|british columbia|victoria bc',
  'America/Edmonton': 'calgary|edmonton|alberta',
  'America/Halifax': 'halifax|nova scotia',
  'America/Mexico_City': 'mexico|mexico city|guadalajara',
  'America/Sao_Paulo': 'brazil|sao paulo|rio|rio de janeiro|brasilia',
  'America/Argentina/Buenos_Aires': 'argentina|buenos aires',
  'America/Bogota': 'colombia|bogota|medellin',
  'America/Lima': 'peru|lima',
  'America/Santiago': 'chile|santiago',
  'America/Caracas': 'venezuela|caracas',
  'America/Havana': 'cuba|havana',
  'Europe/London':
    'london|england|uk|the uk|united kingdom|britain|great britain|scotland|wales|edinburgh|glasgow|manchester|birmingham|liverpool|bristol|bst|greenwich',
  UTC: 'utc|gmt|zulu|greenwich mean time|coordinated universal time',
  'Europe/Dublin': 'ireland|dublin|cork',
  'Europe/Lisbon': 'portugal|lisbon|porto',
  'Europe/Madrid': 'spain|madrid|barcelona|valencia|seville',
  'Europe/Paris': 'france|paris|lyon|marseille|nice|cet|central european time',
  'Europe/Brussels': 'belgium|brussels',
  'Europe/Amsterdam': 'netherlands|the netherlands|holland|amsterdam|rotterdam',
  'Europe/Berlin': 'germany|berlin|munich|hamburg|frankfurt|cologne|stuttgart',
  'Europe/Zurich': 'switzerland|zurich|geneva|bern|basel',
  'Europe/Vienna': 'austria|vienna',
  'Europe/Rome': 'italy|rome|milan|venice|naples|florence|turin|sicily',
  'Europe/Copenhagen': 'denmark|copenhagen',
  'Europe/Oslo': 'norway|oslo|bergen|trondheim|stavanger|tromso',
  'Europe/Stockholm': 'sweden|stockholm|gothenburg|malmo',
  'Europe/Helsinki': 'finland|helsinki',
  'Atlantic/Reykjavik': 'iceland|reykjavik',
  'Europe/Warsaw': 'poland|warsaw|krakow',
  'Europe/Prague': 'czech republic|czechia|prague',
  'Europe/Budapest': 'hungary|budapest',
  'Europe/Athens': 'greece|athens',
  'Europe/Istanbul': 'turkey|istanbul|ankara',
  'Europe/Kyiv': 'ukraine|kiev|kyiv',
  'Europe/Bucharest': 'romania|bucharest',
  'Europe/Moscow': 'russia|moscow|st petersburg|saint petersburg',
  'Africa/Cairo': 'egypt|cairo',
  'Africa/Johannesburg': 'south africa|johannesburg|cape town|durban',
  'Africa/Nairobi': 'kenya|nairobi',
  'Africa/Lagos': 'nigeria|lagos',
  'Africa/Harare': 'zimbabwe|harare',
  'Africa/Casablanca': 'morocco|casablanca|marrakech',
  'Africa/Accra': 'ghana|accra',
  'Africa/Addis_Ababa': 'ethiopia|addis ababa',
  'Asia/Jerusalem': 'israel|jerusalem|tel aviv',
  'Asia/Dubai': 'uae|dubai|abu dhabi|united arab emirates',
  'Asia/Riyadh': 'saudi arabia|riyadh',
  'Asia/Tehran': 'iran|tehran',
  'Asia/Baghdad': 'iraq|baghdad',
  'Asia/Kolkata': 'india|mumbai|delhi|new delhi|bangalore|bengaluru|chennai|hyderabad|kolkata|pune|ist',
  'Asia/Karachi': 'pakistan|karachi|lahore|islamabad',
  'Asia/Kathmandu': 'nepal|kathmandu',
  'Asia/Dhaka': 'bangladesh|dhaka',
  'Asia/Bangkok': 'thailand|bangkok|phuket',
  'Asia/Ho_Chi_Minh': 'vietnam|hanoi|ho chi minh city|saigon',
  'Asia/Jakarta': 'indonesia|jakarta',
  'Asia/Singapore': 'singapore',
  'Asia/Kuala_Lumpur': 'malaysia|kuala lumpur',
  'Asia/Manila': 'philippines|the philippines|manila',
  'Asia/Shanghai': 'china|beijing|shanghai|shenzhen|guangzhou',
  'Asia/Hong_Kong': 'hong kong',
  'Asia/Taipei': 'taiwan|taipei',
  'Asia/Seoul': 'korea|south korea|seoul|busan',
  'Asia/Pyongyang': 'north korea|pyongyang',
  'Asia/Tokyo': 'japan|tokyo|osaka|kyoto|jst',
  'Australia/Sydney': 'australia|sydney|canberra|new south wales',
  'Australia/Melbourne': 'melbourne|victoria',
  'Australia/Brisbane': 'brisbane|queensland',
  'Australia/Perth': 'perth|western australia',
  'Australia/Adelaide': 'adelaide',
  'Pacific/Auckland': 'new zealand|auckland|wellington|christchurch',
}

const zoneOf = new Map<string, string>()
for (const zone of Intl.supportedValuesOf('timeZone')) {
  const city = zone.split('/').at(-1)!.replaceAll('_', ' ').toLowerCase()
  if (city.length > 3) zoneOf.set(city, zone)
}
for (const [zone, names] of Object.entries(places))
  for (const name of names.split('|')) zoneOf.set(name, zone)

/** The zone of a city, country, state or abbreviation; undefined when the place is not known here. */
export function zoneOfPlace(place: string): string | undefined {
  const name = plainName(place).replaceAll(/[.,]/g, ' ').replaceAll(/\s+/g, ' ').trim()
  const direct =
    zoneOf.get(name) ??
    zoneOf.get(name.replace(/^the /, '')) ??
    zoneOf.get(name.replace(/ (?:time|timezone|time zone)$/, ''))
  if (direct !== undefined) return direct
  // "houston tx", "tokyo japan", "orlando florida": the longest beginning that is known.
  const words = name.split(' ')
  for (let size = words.length - 1; size > 0; size--) {
    const zone = zoneOf.get(words.slice(0, size).join(' '))
    if (zone !== undefined) return zone
  }
  return zoneOf.get(words.at(-1)!)
}

/** Whether a text is a place that is known by name, to tell places from other words. */
export function isKnownPlace(text: string): boolean {
  const name = plainName(text).replace(/^the /, '')
  return zoneOf.has(name) && name.length > 2
}

/** The name of a place that is known, of five letters or more: short ones are too near to other words. */
export function knownPlaceOf(text: string): string | undefined {
  return text.length >= 5 && zoneOf.has(text) ? text : undefined
}

/** "São Paulo" is found with and without its marks. */
function plainName(text: string): string {
  const lower = text.toLowerCase()
  return /^[\0-\x7f]*$/.test(lower) ? lower : lower.normalize('NFD').replaceAll(/\p{M}/gu, '')
}
