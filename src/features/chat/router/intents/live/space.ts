import { defineIntent, required } from '../../define-intent.ts'

const station = '(iss|space station|international space station)'

export const intent = defineIntent({
  name: 'astronomy',
  label: 'Space',
  example: 'Where is the space station?',
  slots: { show: required.text },
  templates: [
    '(astronomy|apod)',
    "[<tell>] [the|today 's|nasa 's] [astronomy|nasa|space] (picture|photo|image|pic) of the day [from nasa] [<lately>]",
    "[<tell>] [the|today 's] (astronomy|nasa|space) (picture|photo|image|pic) [<lately>]",
    `where is [the] ${station} [<lately>]`,
    `[<tell>] [the] ${station} [location|position|overhead|<lately>]`,
    `is the ${station} (overhead|above me|visible) [<lately>]`,
    `(who is|how many (people|humans|astronauts) are) [currently|there|up] (in space|(on|in|aboard) [the] ${station}) [<lately>]`,
  ],
  wideTemplates: [`[{before}] ${station} [{after}]`],
  examples: [
    "(show|what's|what is) [me] the astronomy picture of the day",
    "(where|what's the position) is the (space station|iss|international space station) [right now|now]",
    'track the (iss|space station)',
    'when does the space station (pass|fly) over (me|my house)',
    'show me a picture of space',
    '(which|what) astronauts are (in space|on the space station) [now]',
    '(current|live) (position|location) of the (iss|international space station)',
    "nasa's (image|picture) (today|of today)",
  ],
  fill: (_, { lower }) => ({ show: shownBy(lower) }),
  read: ({ lower }) => ({ show: shownBy(lower) }),
})

function shownBy(lower: string): string {
  const isStation = /\b(?:iss|station|astronauts?|in space)\b/.test(lower)
  const isPicture = /\b(?:picture|photo|image|pic|apod)\b/.test(lower)
  if (isStation === isPicture) return 'both'
  return isStation ? 'station' : 'picture'
}
