import { day, moment } from '../days.ts'
import { demand, says, states } from '../judging.ts'
import type { Outcome } from '../outcome.ts'
import { defineDomain, defineWish } from '../wish.ts'
import { read, show } from './calls.ts'

interface Item {
  readonly text: string
  readonly done?: boolean
  readonly due?: string
}

async function itemsOf(outcome: Outcome, key: string): Promise<readonly Item[]> {
  const kept = (await outcome.store())[key] as { items?: readonly Item[] } | undefined
  return kept?.items ?? []
}

async function demandItem(outcome: Outcome, key: string, words: string): Promise<Item> {
  const item = (await itemsOf(outcome, key)).find(({ text }) => states(text, words))
  demand(item, `The list ${key} has nothing with "${words}".`)
  return item
}

/** Everything that was not there before; what a new widget begins with is kept once it is drawn. */
async function newlyStored(outcome: Outcome, type: string): Promise<string> {
  const { todo: _todo, shopping: _shopping, notes: _notes, ...others } = await outcome.store()
  return JSON.stringify(others) + (outcome.answerTypes.includes(type) ? outcome.answer : '')
}

const item = (id: string, text: string) => ({ id, text, done: false })

export const lists = defineDomain('lists', [
  defineWish({
    id: 'packing-list',
    language: 'en',
    kind: 'do',
    say: 'I need a packing list that I can tick off for a weekend at the lake: a towel, sunscreen, a book and what else one needs.',
    script: [
      show({
        type: 'todo_list',
        id: 'packing',
        title: 'Packing',
        initial: {
          items: ['Towel', 'Sunscreen', 'Book', 'Swimwear'].map((text, index) =>
            item(String(index + 1), text),
          ),
        },
      }),
    ],
    async judge(outcome) {
      const kept = await newlyStored(outcome, 'todo_list')
      for (const words of ['towel', 'sunscreen', 'book'])
        demand(states(kept, words), `No kept list has "${words}".`)
    },
  }),
  defineWish({
    id: 'ideas-to-board',
    language: 'en',
    kind: 'do',
    say: 'Turn my ideas note (Documents/ideas.md) into a kanban board',
    script: [
      [read('~/Documents/ideas.md')],
      show({
        type: 'kanban_board',
        id: 'ideas',
        title: 'Ideas',
        initial: {
          columns: [
            {
              id: 'todo',
              title: 'To do',
              cards: [
                { id: '1', title: 'Paint the fence' },
                { id: '2', title: 'Learn to bind books' },
                { id: '3', title: 'A trip to Porto' },
              ],
            },
            { id: 'doing', title: 'Doing', cards: [] },
            { id: 'done', title: 'Done', cards: [] },
          ],
        },
      }),
    ],
    async judge(outcome) {
      const kept = await newlyStored(outcome, 'kanban_board')
      for (const words of ['fence', 'books', 'Porto']) demand(states(kept, words), `No board has "${words}".`)
    },
  }),
  defineWish({
    id: 'add-to-shopping',
    language: 'en',
    kind: 'do',
    say: 'add butter to my shopping list',
    script: ['It is on the list.'],
    may: { store: ['shopping'] },
    judge: async (outcome) => {
      await demandItem(outcome, 'shopping', 'butter')
      await demandItem(outcome, 'shopping', 'milk')
    },
  }),
  defineWish({
    id: 'deadlines-to-todo',
    language: 'en',
    kind: 'do',
    say: 'Add all deadlines from the meeting notes to my to-do list',
    script: [
      [read('~/Documents/meeting-notes.md')],
      [
        [
          'TODO_LIST',
          {
            add: [
              { text: 'Brochure: draft from Anna', due: day(4) },
              { text: 'Stand: booked by Tomás', due: day(6) },
              { text: 'Call the printer', due: day(8) },
            ],
          },
        ],
      ],
      'The three deadlines are on your to-do list.',
    ],
    may: { store: ['todo'] },
    async judge(outcome) {
      for (const words of ['brochure', 'stand', 'printer', 'passport'])
        await demandItem(outcome, 'todo', words)
      demand((await itemsOf(outcome, 'todo')).length === 6, 'The list does not have three more entries.')
    },
  }),
  defineWish({
    id: 'tick-off-de',
    language: 'de',
    kind: 'do',
    say: 'Den Reisepass habe ich verlängert. Hak das auf meiner To-do-Liste ab.',
    script: [
      [['TODO_LIST', { query: 'passport' }]],
      ({ find }) => [
        ['TODO_LIST', { change: [{ id: find(/"id":"(\d+)","text":"Renew passport"/), done: true }] }],
      ],
      'Der Reisepass ist abgehakt.',
    ],
    may: { store: ['todo'] },
    async judge(outcome) {
      const { done } = await demandItem(outcome, 'todo', 'passport')
      demand(done, 'It is not ticked off.')
      demand(!(await demandItem(outcome, 'todo', 'Grandma')).done, 'Something else is ticked off.')
    },
  }),
  defineWish({
    id: 'note-code-es',
    language: 'es',
    kind: 'do',
    say: 'Apunta en mis notas que el código del portal es 4471.',
    script: [
      [['NOTES', { add: [{ title: 'Portal', text: 'El código del portal es 4471.' }] }]],
      'Está en tus notas.',
    ],
    may: { store: ['notes'] },
    async judge(outcome) {
      const { notes } = await outcome.store()
      demand(states(JSON.stringify(notes), 4471), 'No note has the code.')
      demand(states(JSON.stringify(notes), 'salt-and-sea-42'), 'The note about the network is gone.')
    },
  }),
  defineWish({
    id: 'guest-network-sv',
    language: 'sv',
    kind: 'question',
    say: 'Vad är lösenordet till gästnätet enligt mina anteckningar?',
    script: [[['NOTES', { query: 'guest' }]], 'Lösenordet är salt-and-sea-42.'],
    judge: (outcome) => says(outcome, 'salt-and-sea-42'),
  }),
  defineWish({
    id: 'remember-and-add',
    language: 'en',
    kind: 'do',
    say: 'Remember that Anna is allergic to nuts, and add a cake without nuts to my shopping list',
    script: [
      [
        ['MEMORY', { remember: ['Anna is allergic to nuts'] }],
        ['TODO_LIST', { list: 'shopping', add: [{ text: 'Cake without nuts' }] }],
      ],
      'I will remember that, and the cake is on the list.',
    ],
    may: { store: ['shopping'], memory: true },
    async judge(outcome) {
      const memories = (await outcome.memories()).join('\n')
      demand(
        states(memories, 'Anna') && states(memories, 'nuts'),
        'It does not remember what Anna is allergic to.',
      )
      await demandItem(outcome, 'shopping', 'cake')
    },
  }),
  defineWish({
    id: 'remind-printer-fr',
    language: 'fr',
    kind: 'do',
    say: 'Rappelle-moi demain à 9 h d’appeler l’imprimeur.',
    script: [
      [['REMINDERS_AND_TIMERS', { add: [{ text: 'Appeler l’imprimeur', at: `${day(1)}T09:00` }] }]],
      'Je vous le rappellerai demain à 9 h.',
    ],
    may: { store: ['todo', 'reminders'], calendar: true, schedules: true },
    async judge(outcome) {
      const wanted = moment(day(1), '09:00')
      const kept = (await itemsOf(outcome, 'reminders')).filter(({ text }) => states(text, 'imprimeur'))
      const noted = (await outcome.events()).filter(({ title }) => states(title, 'imprimeur'))
      const times = [...kept.map(({ due }) => due ?? ''), ...noted.map(({ start }) => start)]
      demand(times.length > 0, 'There is no reminder.')
      demand(
        times.some((time) => Date.parse(time) === wanted),
        `The reminder is at ${times.join(', ')}.`,
      )
    },
  }),
  defineWish({
    id: 'every-weekday',
    language: 'en',
    kind: 'do',
    say: 'From now on, every weekday at 8 in the morning, list what is in my Invoices folder.',
    script: [
      [
        [
          'SCHEDULES',
          {
            add: {
              name: 'List the invoices',
              when: '0 8 * * 1-5',
              steps: [{ action: 'LIST_FILES', args: { path: '~/Documents/Invoices' } }],
            },
          },
        ],
      ],
      'Your Invoices folder is listed every weekday at 8.',
    ],
    may: { schedules: true },
    async judge(outcome) {
      const schedules = await outcome.schedules()
      demand(schedules.length === 1, `There are ${schedules.length} schedules.`)
      const cron = schedules[0]!.cron ?? ''
      demand(/^0 8 \* \* (?:1-5|MON-FRI|1,2,3,4,5)$/i.test(cron), `It runs at "${cron}".`)
    },
  }),
])
