import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filled } from '../hand.ts'
import { demand, documentXml, rowsOf, sheetOf, textOf } from '../judging.ts'
import { defineTask, type Place } from '../task.ts'
import { flatSheet } from './flat-documents.ts'

const CITIES = [
  ['City', 'People'],
  ['Oslo', 717710],
  ['Bergen', 291940],
  ['Lom', 2350],
  ['Tromsø', 77992],
] as const

function openSheet(rows: readonly (readonly (string | number)[])[]) {
  return async ({ home, open }: Place) => {
    const file = join(home, 'Documents/cities.fods')
    await writeFile(file, flatSheet(rows))
    await open('localc', '--nologo', file)
  }
}

export const calcTasks = [
  defineTask({
    name: 'calc-sum',
    program: 'Calc',
    goal: 'In LibreOffice Calc, make a table with the headings Item and Price, the rows Tea 4 and Cake 7, and below them Total with a formula that adds the prices. Save it as costs.ods in my Documents folder.',
    async script(hand, { home }) {
      await hand.open('LibreOffice Calc', /Calc$/)
      await hand.untilFocus(/table|cell/)
      const rows = [
        ['Item', 'Price'],
        ['Tea', '4'],
        ['Cake', '7'],
        ['Total', '=SUM(B2:B3)'],
      ] as const
      const cells = rows.flatMap(([item, price]) => [
        { type: item },
        { press: 'Tab' },
        { type: price, submit: true },
      ])
      await hand.together(...cells, { press: 'ctrl+s' })
      await hand.untilWindow(/^Save/)
      await hand.together(...filled('Name', join(home, 'Documents/costs.ods')), {
        click: 'Save',
        role: /button/,
      })
      await hand.untilWindow(/costs\.ods/)
      return 'The total is 11.'
    },
    async judge(after) {
      const cells = await sheetOf(after, 'Documents/costs.ods')
      demand(rowsOf(cells) === 'Item|Price / Tea|4 / Cake|7 / Total|11', `It holds ${rowsOf(cells)}.`)
      demand(/SUM|\+/.test(cells[3]?.[1]?.formula ?? ''), 'The total is no formula.')
    },
  }),
  defineTask({
    name: 'calc-sort',
    program: 'Calc',
    goal: 'cities.fods is open in LibreOffice Calc. Sort its rows by the number of people, the largest city first, with the headings staying on top. Save it in its format.',
    prepare: openSheet(CITIES),
    async script(hand) {
      await hand.untilWindow(/cities\.fods/)
      await hand.untilFocus(/table|cell/)
      await hand.press('ctrl+Home', 'Right')
      await hand.click('Sort Descending', { role: /button/ })
      await hand.press('ctrl+s')
      return 'Oslo comes first.'
    },
    async judge(after) {
      const rows = rowsOf(await sheetOf(after, 'Documents/cities.fods'))
      const wanted = 'City|People / Oslo|717710 / Bergen|291940 / Tromsø|77992 / Lom|2350'
      demand(rows === wanted, `It holds ${rows}.`)
    },
  }),
  defineTask({
    name: 'calc-change',
    program: 'Calc',
    goal: 'cities.fods is open in LibreOffice Calc. Lom has 2400 people now: correct it and save the file in its format.',
    prepare: openSheet(CITIES),
    async script(hand) {
      await hand.untilWindow(/cities\.fods/)
      await hand.untilFocus(/table|cell/)
      await hand.press('ctrl+Home', 'Down', 'Down', 'Down', 'Right')
      await hand.type('2400', { submit: true })
      await hand.press('ctrl+s')
      return 'Lom has 2400 people.'
    },
    async judge(after) {
      const rows = rowsOf(await sheetOf(after, 'Documents/cities.fods'))
      const wanted = 'City|People / Oslo|717710 / Bergen|291940 / Lom|2400 / Tromsø|77992'
      demand(rows === wanted, `It holds ${rows}.`)
    },
  }),
  defineTask({
    name: 'calc-csv',
    program: 'Calc',
    goal: 'cities.fods is open in LibreOffice Calc. Save a copy of it as cities.csv in the same folder, with the usual settings.',
    prepare: openSheet(CITIES),
    async script(hand, { home }) {
      await hand.untilWindow(/cities\.fods/)
      await hand.untilFocus(/table|cell/)
      await hand.press('ctrl+shift+s')
      await hand.untilWindow(/^Save/)
      await hand.together(...filled('Name', join(home, 'Documents/cities.csv')), {
        click: 'Save',
        role: /button/,
      })
      await hand.click(/Text CSV Format/, { role: /button/ })
      await hand.click('OK', { role: /button/ })
      await hand.untilWindow(/cities\.csv/)
      return 'The copy is cities.csv.'
    },
    async judge(after) {
      const text = await textOf(after, 'Documents/cities.csv')
      demand(text.trim() === CITIES.map((row) => row.join(',')).join('\n'), `It says ${text}`)
    },
  }),
  defineTask({
    name: 'calc-rename-sheet',
    program: 'Calc',
    goal: 'cities.fods is open in LibreOffice Calc. Name its only sheet "Norway", and save it in its format.',
    prepare: openSheet(CITIES),
    async script(hand) {
      await hand.untilWindow(/cities\.fods/)
      await hand.click('Sheet', { role: /^menu$/ })
      await hand.click(/^Rename Sheet/, { role: /menu item/ })
      await hand.together(...filled('Name', 'Norway'), { click: 'OK', role: /button/ })
      await hand.press('ctrl+s')
      return 'The sheet is Norway.'
    },
    async judge(after) {
      const xml = await documentXml(after, 'Documents/cities.fods')
      const name = /<table:table table:name="([^"]*)"/.exec(xml)?.[1]
      demand(name === 'Norway', `The sheet is named ${name}.`)
    },
  }),
]
