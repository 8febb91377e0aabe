export type Sport = 'soccer' | 'basketball' | 'american_football' | 'cricket'

interface League {
  readonly sport: Sport
  readonly league?: string
}

const leagues: Readonly<Record<string, League>> = {
  'premier league': { sport: 'soccer', league: 'eng.1' },
  'english premier league': { sport: 'soccer', league: 'eng.1' },
  epl: { sport: 'soccer', league: 'eng.1' },
  'la liga': { sport: 'soccer', league: 'esp.1' },
  bundesliga: { sport: 'soccer', league: 'ger.1' },
  'serie a': { sport: 'soccer', league: 'ita.1' },
  'ligue 1': { sport: 'soccer', league: 'fra.1' },
  'champions league': { sport: 'soccer', league: 'uefa.champions' },
  'europa league': { sport: 'soccer', league: 'uefa.europa' },
  'world cup': { sport: 'soccer', league: 'fifa.world' },
  mls: { sport: 'soccer', league: 'usa.1' },
  soccer: { sport: 'soccer' },
  nba: { sport: 'basketball', league: 'nba' },
  wnba: { sport: 'basketball', league: 'wnba' },
  basketball: { sport: 'basketball' },
  'march madness': { sport: 'basketball' },
  nfl: { sport: 'american_football', league: 'nfl' },
  'super bowl': { sport: 'american_football', league: 'nfl' },
  'american football': { sport: 'american_football' },
  'college football': { sport: 'american_football', league: 'college-football' },
  cricket: { sport: 'cricket' },
  ipl: { sport: 'cricket' },
  'test match': { sport: 'cricket' },
  't20 world cup': { sport: 'cricket' },
}

const teams: Readonly<Record<Sport, string>> = {
  soccer:
    'manchester united|man united|manchester city|man city|liverpool|arsenal|chelsea|tottenham|spurs fc|everton|newcastle united|aston villa|west ham|real madrid|barcelona|barca|atletico madrid|sevilla|bayern munich|bayern|borussia dortmund|dortmund|juventus|inter milan|ac milan|napoli|as roma|psg|paris saint germain|marseille|ajax|benfica|porto|celtic fc|rangers fc|la galaxy|inter miami|rosenborg',
  basketball:
    'lakers|los angeles lakers|celtics|boston celtics|warriors|golden state warriors|bulls|chicago bulls|knicks|new york knicks|brooklyn nets|miami heat|bucks|milwaukee bucks|sixers|76ers|toronto raptors|raptors|dallas mavericks|mavericks|mavs|denver nuggets|nuggets|phoenix suns|clippers|spurs|san antonio spurs|houston rockets|utah jazz|cavaliers|cavs|pistons|pacers|orlando magic|atlanta hawks|timberwolves|pelicans|grizzlies|trail blazers|blazers|sacramento kings|hornets|washington wizards|okc thunder',
  american_football:
    'cowboys|dallas cowboys|patriots|new england patriots|eagles|philadelphia eagles|packers|green bay packers|steelers|pittsburgh steelers|giants|new york giants|chiefs|kansas city chiefs|49ers|niners|seahawks|broncos|chicago bears|ravens|bengals|cleveland browns|buffalo bills|new york jets|miami dolphins|detroit lions|vikings|saints|falcons|panthers|buccaneers|bucs|cardinals|raiders|chargers|rams|titans|colts|texans|jaguars|commanders',
  cricket: 'mumbai indians|chennai super kings|royal challengers|kolkata knight riders|team india',
}

const sportOfTeam = new Map<string, Sport>()
for (const [sport, names] of Object.entries(teams) as [Sport, string][])
  for (const name of names.split('|')) sportOfTeam.set(name, sport)

const byLength = (a: string, b: string) => b.length - a.length
const leaguePattern = new RegExp(String.raw`\b(${Object.keys(leagues).toSorted(byLength).join('|')})\b`)
const teamPattern = new RegExp(String.raw`\b(${[...sportOfTeam.keys()].toSorted(byLength).join('|')})\b`)

export interface FoundSport {
  readonly sport: Sport
  readonly league?: string
  readonly team?: string
}

/** Which sport a text is about, by its name, a league or a team. */
export function readSport(text: string): FoundSport | undefined {
  const lower = text.toLowerCase()
  const league = leaguePattern.exec(lower)?.[1]
  const team = teamPattern.exec(lower)?.[1]
  const sport = (league && leagues[league]) ?? (team && { sport: sportOfTeam.get(team)! })
  if (!sport) return /\bfootball\b/.test(lower) ? { sport: 'american_football' } : undefined
  return { ...sport, ...(team && { team: titled(team) }) }
}

/** A text that is a league, a team or a sport and nothing else. */
export function sportNamed(text: string): FoundSport | undefined {
  const name = text.toLowerCase().replace(/^the /, '')
  return Object.hasOwn(leagues, name) || sportOfTeam.has(name) || name === 'football'
    ? readSport(name)
    : undefined
}

/** Sports and leagues that there are no scores of here, by how they are called. */
const others: readonly (readonly [pattern: string, name: string])[] = [
  ['f1|formula (?:1|one)', 'Formula 1'],
  ['motogp', 'MotoGP'],
  ['nascar', 'NASCAR'],
  ['mlb|baseball', 'baseball'],
  ['nhl|ice hockey|hockey', 'ice hockey'],
  ['tennis|atp|wta', 'tennis'],
  ['golf|pga', 'golf'],
  ['rugby|six nations', 'rugby'],
  ['cycling|tour de france', 'cycling'],
]

/** A sport or league that there are no scores of, where the text is nothing else. */
export function otherSportNamed(text: string): string | undefined {
  return others.find(([pattern]) => new RegExp(`^(?:the )?(?:${pattern})$`, 'i').test(text))?.[1]
}

function titled(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
