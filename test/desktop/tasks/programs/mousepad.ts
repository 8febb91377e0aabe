import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filled, type Hand } from '../hand.ts'
import { demand, fileIs, namesIn, textOf } from '../judging.ts'
import { defineTask, type Place } from '../task.ts'

const LIST = 'Milk\nBread\nTwo lemons'
const LETTER = 'The colour of the door.\nNo other colour will do.\nYours, Ada\n'

/** Opens a file as the person has it open when they ask. */
function openFile(name: string, text: string) {
  return async ({ home, open }: Place) => {
    const file = join(home, 'Documents', name)
    await writeFile(file, text)
    await open('mousepad', file)
  }
}

async function saveAs(hand: Hand, path: string): Promise<void> {
  await hand.untilWindow(/^Save As/)
  await hand.together(...filled('Name', path), { click: 'Save', role: /button/ })
}

export const mousepadTasks = [
  defineTask({
    name: 'mousepad-write',
    program: 'Mousepad',
    goal: 'Write a shopping list in Mousepad, one thing a line: Milk, Bread, Two lemons. Save it as shopping.txt in my Documents folder.',
    async script(hand, { home }) {
      await hand.open('Mousepad', /Untitled/)
      await hand.together({ type: LIST }, { press: 'ctrl+s' })
      await saveAs(hand, join(home, 'Documents/shopping.txt'))
      await hand.untilWindow(/shopping\.txt/)
      return 'The list is in Documents/shopping.txt.'
    },
    judge: (after) => fileIs(after, 'Documents/shopping.txt', LIST),
  }),
  defineTask({
    name: 'mousepad-replace',
    program: 'Mousepad',
    goal: 'letter.txt is open in Mousepad. Replace all "colour" in it by "color" with Find and Replace, and save it.',
    prepare: openFile('letter.txt', LETTER),
    async script(hand) {
      await hand.untilWindow(/letter\.txt/)
      await hand.press('ctrl+r')
      await hand.untilWindow(/Replace/)
      await hand.together(...filled('Search for', 'colour'), ...filled('Replace with', 'color'), {
        click: /^Replace all in/,
        role: /check/,
      })
      await hand.click(/^Replace All$/i, { role: /button/ })
      await hand.click('Close', { role: /button/ })
      await hand.untilWindow(/letter\.txt/)
      await hand.press('ctrl+s')
      await hand.untilWindow(/^(?!\*).*letter\.txt/)
      return 'Both are replaced, and the letter is saved.'
    },
    judge: (after) => fileIs(after, 'Documents/letter.txt', LETTER.replaceAll('colour', 'color')),
  }),
  defineTask({
    name: 'mousepad-save-as',
    program: 'Mousepad',
    goal: 'letter.txt is open in Mousepad. Save a copy of it as letter-2.txt in the same folder, with the line "P.S. Call me." added at its end, and leave letter.txt as it is.',
    prepare: openFile('letter.txt', LETTER),
    async script(hand, { home }) {
      await hand.untilWindow(/letter\.txt/)
      await hand.together({ press: 'ctrl+End' }, { type: 'P.S. Call me.' }, { press: 'ctrl+shift+s' })
      await saveAs(hand, join(home, 'Documents/letter-2.txt'))
      await hand.untilWindow(/letter-2\.txt/)
      return 'The copy is letter-2.txt.'
    },
    async judge(after) {
      await fileIs(after, 'Documents/letter.txt', LETTER)
      await fileIs(after, 'Documents/letter-2.txt', `${LETTER}P.S. Call me.`)
    },
  }),
  defineTask({
    name: 'mousepad-open',
    program: 'Mousepad',
    goal: 'In Mousepad, open the file Documents/todo.txt, put the line "1. Breathe" before everything else, and save it.',
    prepare: async ({ home }) => writeFile(join(home, 'Documents/todo.txt'), '2. Eat\n3. Sleep\n'),
    async script(hand, { home }) {
      await hand.open('Mousepad', /Untitled/)
      await hand.press('ctrl+o')
      await hand.untilWindow(/^Open/)
      await hand.press('ctrl+l')
      await hand.type(join(home, 'Documents/todo.txt'), { clear: true })
      await hand.click('Open', { role: /button/ })
      await hand.untilWindow(/todo\.txt/)
      await hand.together({ press: 'ctrl+Home' }, { type: '1. Breathe\n' }, { press: 'ctrl+s' })
      await hand.untilWindow(/^(?!\*).*todo\.txt/)
      return 'It begins with breathing.'
    },
    judge: (after) => fileIs(after, 'Documents/todo.txt', '1. Breathe\n2. Eat\n3. Sleep\n'),
  }),
  defineTask({
    name: 'mousepad-line-numbers',
    program: 'Mousepad',
    goal: 'Make Mousepad show line numbers, in its preferences.',
    async script(hand) {
      await hand.open('Mousepad', /Untitled/)
      await hand.click('Edit', { role: /menu/ })
      await hand.click(/^Preferences/, { role: /menu item/ })
      await hand.untilWindow(/Preferences/)
      await hand.click('Show line numbers', { role: /check/ })
      await hand.press('Escape')
      await hand.untilWindow(/Mousepad$/)
      return 'Line numbers are shown.'
    },
    async judge(after) {
      const settings = await textOf(after, 'config/glib-2.0/settings/keyfile')
      demand(/show-line-numbers=true/.test(settings), `The settings say:\n${settings}`)
    },
  }),
  defineTask({
    name: 'mousepad-line-ends',
    program: 'Mousepad',
    goal: 'letter.txt is open in Mousepad. Give it the line endings of Windows (DOS), and save it.',
    prepare: openFile('letter.txt', LETTER),
    async script(hand) {
      await hand.untilWindow(/letter\.txt/)
      await hand.click('Document', { role: /menu/ })
      await hand.click('Line Ending', { role: /menu/ })
      await hand.click(/DOS/, { role: /menu item/ })
      await hand.press('ctrl+s')
      await hand.until('the saved letter', ({ window }) => !window.startsWith('*'))
      return 'Its lines end as on Windows.'
    },
    async judge(after) {
      const text = await textOf(after, 'Documents/letter.txt')
      const names = await namesIn(after, 'Documents')
      demand(text === LETTER.replaceAll('\n', '\r\n'), `It says ${JSON.stringify(text)} in ${names.join()}.`)
    },
  }),
]
