import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

let service: TestService
let session: string | undefined

beforeAll(async () => {
  service = await startTestService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

beforeEach(async () => {
  session = undefined
  for (const key of ['shopping', 'todo', 'packing', 'reminders'])
    await service.client.store.put({ params: { key }, body: { items: [] } })
})

/** One conversation for each test; answers with what was said in words. */
async function say(message: string, context: Record<string, unknown> = {}): Promise<string> {
  const { components, route, session_id } = await service.client.chat.send({
    body: {
      message,
      context: { time_zone: 'Europe/Oslo', ...context },
      ...(session !== undefined && { session_id: session }),
    },
  })
  session = session_id
  expect(route.by, message).toBe('router')
  return components.flatMap((component) => (component.type === 'text' ? [component['text']] : [])).join(' ')
}

interface Entry {
  readonly text: string
  readonly done: boolean
  readonly due?: string
  readonly repeat?: string
  readonly time_zone?: string
}

async function stored(key: string): Promise<readonly Entry[]> {
  return ((await service.client.store.get({ params: { key } })) as { items: Entry[] }).items
}

async function texts(key: string): Promise<string[]> {
  return (await stored(key)).map(({ text, done }) => (done ? `${text} (done)` : text))
}

test('the open entry is meant before the done one', async () => {
  for (const message of ['add milk to my shopping list', 'tick off milk', 'add milk to my shopping list'])
    await say(message)
  expect(await texts('shopping')).toEqual(['Milk (done)', 'Milk'])
  await say('remove milk from my shopping list')
  expect(await texts('shopping')).toEqual(['Milk (done)'])
  await say('add milk to my shopping list')
  expect(await say('tick off milk')).toBe('Ticked off Milk on Shopping.')
  expect(await texts('shopping')).toEqual(['Milk (done)', 'Milk (done)'])
  expect(await say('tick off milk')).toContain('already ticked off')
})

test('a part of a name is enough when it is the only one, and asked about when it is not', async () => {
  await say('add tea bags and sugar to my shopping list')
  expect(await say('add sugar to my shopping list')).toBe('Sugar is already on Shopping.')
  await say('add tea towels to shopping')
  expect(await say('remove tea from shopping list')).toBe('Which one: Tea bags or Tea towels?')
  expect(await texts('shopping')).toEqual(['Tea bags', 'Sugar', 'Tea towels'])
  expect(await say('remove towels from the shopping list')).toBe('Removed Tea towels from Shopping.')
  expect(await say('remove rice from shopping')).toBe('Rice is not on Shopping.')
  expect(await texts('shopping')).toEqual(['Tea bags', 'Sugar'])
})

test('"the list" is the one that was spoken of', async () => {
  await say('add bread to my shopping list')
  expect(await say('put eggs on the list')).toBe('Added Eggs to Shopping.')
  expect(await say("what's on my list")).toBe('On Shopping: Bread and Eggs.')
  expect(await say('clear the list')).toContain('Shopping has 2 entries')
  expect(await texts('shopping')).toEqual(['Bread', 'Eggs'])
  session = undefined
  expect(await say('put hammer on the list')).toBe('Added Hammer to To do.')
})

test('lists that are kept are known by their names alone', async () => {
  await say('new list Summer party')
  expect(await say('add balloons and lemonade to summer party')).toBe(
    'Added Balloons and Lemonade to Summer party.',
  )
  expect(await say('mark lemonade as done on summer party')).toBe('Ticked off Lemonade on Summer party.')
  expect(await say('is lemonade on summer party?')).toContain('ticked off')
  expect(await say('untick lemonade')).toBe('Open again: Lemonade on Summer party.')
  expect(await texts('summer-party')).toEqual(['Balloons', 'Lemonade'])
  const { route } = await service.client.chat.send({ body: { message: 'add balloons to winter party' } })
  expect(route.by).not.toBe('router')
})

test('questions about a list are answered in words', async () => {
  await say('add apples, pears and plums to shopping')
  await say('tick off pears')
  expect(await say('how many things are on my shopping list')).toBe(
    'Shopping has 2 open entries and 1 ticked off.',
  )
  expect(await say("what's the second item on my shopping list")).toBe('Plums is number 2 of 2 on Shopping.')
  expect(await say('have we got apples on the shopping list')).toBe('Yes, Apples is on Shopping.')
  expect(await say('is rice on my shopping list')).toBe("No, Rice isn't on Shopping.")
})

test('entries and lists are renamed, and what is done is swept away', async () => {
  await say('add bread, jam and "salt & pepper" to my shopping list')
  expect(await texts('shopping')).toEqual(['Bread', 'Jam', 'Salt & pepper'])
  expect(await say('rename bread to brown bread')).toBe('Renamed Bread to Brown bread on Shopping.')
  await say('cross off jam')
  expect(await say('clear completed items')).toBe('Removed 1 ticked off entry from Shopping: Jam.')
  expect(await say('rename the shopping list to food')).toContain('Shopping is now called Food.')
  expect(await texts('food')).toContain('Brown bread')
  expect(await say('rename the food list to packing')).toContain('A list called Packing already exists')
})

test('a task may be due, and is finished only when it is on a list', async () => {
  expect(await say('todo: call the bank on 2030-03-04')).toBe(
    'Added Call the bank (due Monday, 4 March 2030) to To do.',
  )
  expect(await stored('todo')).toMatchObject([{ text: 'Call the bank', due: '2030-03-04' }])
  expect(await say('add "pay tax" to my to-do list by 31 february')).toBe(
    "31 February doesn't exist. Nothing was added.",
  )
  await say('add finish quarterly report to my todo list')
  expect(await say("i've finished the quarterly report")).toBe('Ticked off Finish quarterly report on To do.')
  const { route } = await service.client.chat.send({ body: { message: "i've finished the novel" } })
  expect(route.by).not.toBe('router')
  expect(await texts('todo')).toEqual(['Call the bank', 'Finish quarterly report (done)'])
})

test('reminders say when they are due, and those that cannot be are not stored', async () => {
  expect(await say('remind me on 2030-03-04 at 5 to call Ada')).toBe(
    'Added to your reminders: Call Ada, Monday, 4 March 2030 at 17:00.',
  )
  expect(await say('remind me on 4/3/2030 to sow', { locale: 'en-GB' })).toContain('Monday, 4 March 2030')
  expect(await say('remind me on 4/3/2030 to reap', { locale: 'en-US' })).toContain('Wednesday, 3 April 2030')
  expect(await say('remind me on 31 February to jump')).toBe("31 February doesn't exist. Nothing was saved.")
  expect(await say('remind me to call John tomorrow at 25:00')).toContain('Nothing was saved.')
  expect(await say('remind me to buy a lamp')).toContain('. It has no time, so it won\'t ring. Say "move the')
  expect(await stored('reminders')).toMatchObject([
    { text: 'Call Ada', due: '2030-03-04T16:00:00.000Z' },
    { text: 'Sow', due: '2030-03-04' },
    { text: 'Reap', due: '2030-04-03' },
    { text: 'Buy a lamp' },
  ])
})

test('reminders and alarms that repeat are kept with their rule', async () => {
  expect(await say('remind me every monday at 9 to send the report')).toContain(
    'every Monday at 09:00. Next: Monday,',
  )
  expect(await say('set an alarm for 7am every weekday')).toContain('every weekday at 07:00')
  expect(await stored('reminders')).toMatchObject([
    {
      text: 'Send the report',
      repeat: 'FREQ=WEEKLY;BYDAY=MO',
      time_zone: 'Europe/Oslo',
      due: expect.stringMatching(/T0[78]:00/),
    },
    { text: 'Alarm', repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' },
  ])
})

test('reminders are moved and deleted by their names; all at once only when asked', async () => {
  await say('remind me on 2030-03-04 at 5pm to call mum')
  await say('remind me on 2030-03-05 at 5pm to call dad')
  expect(await say('move the mum reminder to 6pm')).toBe('Moved: Call mum, Monday, 4 March 2030 at 18:00.')
  expect(await say('delete the call reminder')).toContain('Which one?')
  expect(await say('cancel the reminder to call dad')).toContain('Deleted the reminder Call dad')
  expect(await stored('reminders')).toMatchObject([{ text: 'Call mum', due: '2030-03-04T17:00:00.000Z' }])
  expect(await say('delete all reminders')).toContain('You have 1 reminder.')
  expect(await texts('reminders')).toEqual(['Call mum'])
  expect(await say('what reminders do I have')).toContain('Call mum, Monday, 4 March 2030 at 18:00')
})

test('entries are meant by their place on the list', async () => {
  await say('add milk, bread and mac and cheese to my shopping list')
  expect(await say('tick off the first item on my shopping list')).toBe('Ticked off Milk on Shopping.')
  expect(await say('remove the last item from my shopping list')).toBe(
    'Removed Mac and cheese from Shopping.',
  )
  expect(await say('delete the ninth item on my shopping list')).toBe('Shopping has no such entry.')
  expect(await texts('shopping')).toEqual(['Milk (done)', 'Bread'])
})

test('what was done is ticked off by saying so, on whichever list it is', async () => {
  await say('add task: pay the rent by Friday')
  await say('add bread to my shopping list')
  expect(await say('is pay the rent done')).toBe('Pay the rent is on To do, not ticked off.')
  expect(await say('I have paid the rent')).toBe('Ticked off Pay the rent on To do.')
  expect(await say('is pay the rent done')).toBe('Pay the rent is on To do, ticked off.')
  expect(await say('got bread')).toBe('Ticked off Bread on Shopping.')
})

test('what stands in quotes is one entry, and no part of it says when', async () => {
  await say('add "call Bob at 5" to my todo list')
  expect(await stored('todo')).toMatchObject([{ text: 'Call Bob at 5', done: false }])
  expect((await stored('todo'))[0]).not.toHaveProperty('due')
})
