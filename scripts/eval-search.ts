import { documentChunks } from '../src/platform/embedding/vector-index.ts'
import type { Documents } from '../src/features/documents/documents.ts'
import { openSemanticStage } from '../test/semantic-stage.ts'

/** `npm run eval:search` measures how often the right document is among the first found: by words alone, and by words and meaning. */
const texts: Readonly<Record<string, readonly [text: string, ...questions: string[]]>> = {
  lease: [
    'The tenant pays the landlord nine hundred euros a month for the apartment, due on the first. Either side may end it with three months of notice.',
    'how much is my rent',
    'notice period for moving out of the flat',
  ],
  insurance: [
    'The policy covers theft, fire and water damage to household goods up to 50,000. Bicycles are covered outside the home as well.',
    'am i covered if someone steals my bike',
    'what happens if a pipe bursts',
  ],
  payslip: [
    'Gross salary for March 4,200. Deductions: income tax 980, pension 210. Paid out to your account: 3,010.',
    'what did i earn last spring',
    'how much tax was taken from my wages',
  ],
  physio: [
    'Do each stretch for thirty seconds, three times a day. Stop if the knee hurts. Next visit in two weeks.',
    'exercises for my leg',
    'when do i see the therapist again',
  ],
  boiler: [
    'If the heating shows error F22, the pressure is too low. Open the filling valve until the gauge reads 1.5 bar.',
    'radiators are cold and there is a fault code',
    'water pressure in the furnace',
  ],
  cake: [
    'Beat the eggs with sugar, fold in the flour and bake for forty minutes at 180 degrees.',
    'how long does the sponge stay in the oven',
    'dessert instructions',
  ],
  flight: [
    'Booking reference QX7LPD. Departure Oslo 07:10, arrival Lisbon 11:05. One checked bag of 23 kg.',
    'what time does my plane leave',
    'luggage allowance on the trip to Portugal',
  ],
  will: [
    'I leave the house to my daughter and my savings to my two sons in equal parts. My brother shall carry this out.',
    'who inherits the property',
    'executor of the estate',
  ],
  vaccine: [
    'Tetanus booster given on 3 May 2024, valid for ten years. Second dose of hepatitis A due within twelve months.',
    'when do i need my next shot',
    'immunization record',
  ],
  router: [
    'The default password is printed below the device. Hold the button for ten seconds to return to factory settings.',
    'how do i reset the wifi box',
    'internet device login',
  ],
  dog: [
    'Bella, a four year old labrador, is allergic to chicken. Feed 300 g of the dry food twice a day.',
    'what can the puppy not eat',
    'how much to give our pet at mealtimes',
  ],
  car: [
    'Change the engine oil every 15,000 km or once a year. Tyre pressure front 2.3, rear 2.5 bar.',
    'when should the vehicle be serviced',
    'how hard should the wheels be inflated',
  ],
  minutes: [
    'The board agreed to hire two engineers and to postpone the office move to autumn. Grace will talk to the bank.',
    'what was decided about new staff',
    'are we relocating this summer',
  ],
  warranty: [
    'The manufacturer repairs or replaces the washing machine free of charge for two years from the day of purchase.',
    'can i get a new laundry appliance if it breaks',
    'how long is the guarantee',
  ],
  garden: [
    'Prune the roses in February. Plant tulips in October, ten centimetres deep. Water the lawn early in the morning.',
    'when do i cut back the flowers',
    'best hour to sprinkle the grass',
  ],
  school: [
    'The term begins on 18 August. Pupils bring gym shoes and a packed lunch on the first day.',
    'when do the kids go back to class',
    'what should the children take along',
  ],
  loan: [
    'You borrow 200,000 over 25 years at 3.9 percent. The monthly instalment is 1,045.',
    'mortgage interest',
    'how much do i pay back every month for the house',
  ],
  diagnosis: [
    'The x-ray shows a fracture of the left wrist. Wear the cast for six weeks and avoid lifting.',
    'did i break my arm',
    'when can the plaster come off',
  ],
  hotel: [
    'Check-in from 15:00, check-out until 11:00. Breakfast is served from 7 to 10. Pets are not allowed.',
    'can we bring the dog to our accommodation',
    'when must we leave the room',
  ],
  gym: [
    'Membership runs for twelve months and renews by itself unless you write to us one month before the end.',
    'how do i quit the fitness club',
    'is the sports contract extended automatically',
  ],
  passport: [
    'Bring the old document, a recent photograph and the fee of 60. Processing takes three weeks.',
    'how long until i get my travel papers',
    'what do i need to renew my identification',
  ],
  wedding: [
    'The ceremony is at two in the old chapel, dinner at six in the barn. Dress code: festive. Please answer by the first of May.',
    'what should i wear to the marriage',
    'where do we eat after the church',
  ],
  solar: [
    'The panels on the roof made 4,310 kWh last year, of which 60 percent was sold to the grid.',
    'how much electricity did the sun give us',
    'share of power we fed back',
  ],
  report: [
    'Revenue grew by eleven percent to 48 million, while costs rose by four. The outlook for next year is cautious.',
    'did sales go up',
    'company expectations for the future',
  ],
}

const FIRST = 3
await using opened = new AsyncDisposableStack()
const { plain, documents: joined, index, add } = await openSemanticStage(opened)
for (const [name, [text]] of Object.entries(texts)) await add(`${name}.txt`, text)
await index.fill(documentChunks, new AbortController().signal)

const questions = Object.entries(texts).flatMap(([name, [, ...asked]]) =>
  asked.map((question) => ({ name, question })),
)
console.log(
  `${Object.keys(texts).length} documents, ${questions.length} questions in other words than theirs`,
)
for (const [title, documents] of [
  ['by words alone', plain],
  ['by words and meaning', joined],
] as const) {
  const { first, among } = await recall(documents)
  console.log(title.padEnd(22), `first ${percent(first)}`, `  among the first ${FIRST} ${percent(among)}`)
}

async function recall(documents: Documents): Promise<{ first: number; among: number }> {
  let first = 0
  let among = 0
  for (const { name, question } of questions) {
    const found = (await documents.search(question, { limit: FIRST })).documents.map(({ title }) => title)
    const place = found.findIndex((title) => title.startsWith(name))
    if (place === 0) first += 1
    if (place >= 0) among += 1
  }
  return { first, among }
}

function percent(count: number): string {
  return `${((100 * count) / questions.length).toFixed(0)} %`.padStart(5)
}
