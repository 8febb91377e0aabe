import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filled } from '../hand.ts'
import { demand, fileHas, fileIs, formIs, says, sheetOf, rowsOf } from '../judging.ts'
import { defineTask } from '../task.ts'

/** Terminals, a calculator and settings. */
export const otherTasks = [
  defineTask({
    name: 'terminal-count',
    program: 'terminal',
    goal: 'How many lines does Documents/log.txt have that contain the word "error"?',
    async prepare({ home }) {
      const lines = Array.from({ length: 400 }, (_, index) =>
        index % 9 === 0 ? `error ${index}` : `fine ${index}`,
      )
      await writeFile(join(home, 'Documents/log.txt'), `${lines.join('\n')}\n`)
    },
    async script(hand, { home }) {
      const command = `grep -c error '${join(home, 'Documents/log.txt')}'`
      await hand.do('RUN_TERMINAL', { command, rights: 'look' })
      return `There are ${await hand.read(/^(\d+)$/m)} lines with an error.`
    },
    judge: (after) => says(after, '45'),
  }),
  defineTask({
    name: 'terminal-type',
    program: 'terminal',
    goal: 'A terminal is open. Make the folder "backup" with it, in my Documents folder.',
    asks: [/terminal|command|line/i],
    prepare: ({ home, open, terminal }) => open(terminal, '-e', 'sh', '-c', `cd ${home} && exec sh`),
    async script(hand) {
      await hand.until('the terminal', ({ window }) => window !== '')
      await hand.type('mkdir Documents/backup && echo ready', { submit: true })
      await hand.do('WAIT', { ms: 300 })
      return 'The folder is there.'
    },
    async judge(after) {
      const { task } = after
      demand(task.steps.length > 0, 'Nothing was done.')
      await writeFile(join(after.home, 'Documents/backup/judged'), '').catch(() => {
        demand(false, 'There is no folder Documents/backup.')
      })
    },
  }),
  defineTask({
    name: 'galculator-product',
    program: 'Galculator',
    goal: 'Calculate 128 times 46 with Galculator and tell me what it shows.',
    async script(hand) {
      await hand.open('Galculator', /galculator/i)
      const keys = ['1', '2', '8', '*', '4', '6', '=']
      await hand.together(...keys.map((key) => ({ click: key, role: /button/ })))
      return `It shows ${await hand.read(/(5888)/)}.`
    },
    judge: (after) => says(after, '5888'),
  }),
  defineTask({
    name: 'settings-hinting',
    program: 'settings',
    goal: 'In the Appearance settings, set the hinting of fonts to full.',
    async script(hand) {
      await hand.open('Appearance', /Appearance/)
      await hand.click('Fonts', { role: /tab/ })
      await hand.choose(/Hinting/, 'Full')
      await hand.click('Close', { role: /button/ })
      return 'The hinting is full.'
    },
    judge: (after) => fileHas(after, SETTINGS, /name="HintStyle"[^>]*value="hintfull"/),
  }),
  defineTask({
    name: 'settings-event-sounds',
    program: 'settings',
    goal: 'In the Appearance settings, turn event sounds on.',
    async script(hand) {
      await hand.open('Appearance', /Appearance/)
      await hand.click('Settings', { role: /tab/ })
      await hand.click(/Enable event sounds/, { role: /check|toggle|switch/ })
      await hand.click('Close', { role: /button/ })
      return 'Event sounds are on.'
    },
    async judge(after) {
      await fileHas(after, SETTINGS, /name="EnableEventSounds"[^>]*value="true"/)
    },
  }),
]

const SETTINGS = 'config/xfce4/xfconf/xfce-perchannel-xml/xsettings.xml'

/** What takes two programs. */
export const jointTasks = [
  defineTask({
    name: 'several-price-to-calc',
    program: 'several',
    goal: ({ pages }) =>
      `Look up the price of the blue lamp at ${pages.address}/lamps, write it into cell A1 of a new spreadsheet in LibreOffice Calc, and save that as lamp.ods in my Documents folder.`,
    async prepare({ pages }) {
      const body = '<h1>Lamps</h1><p>Red lamp: 31.50 EUR</p><p>Blue lamp: 28.75 EUR</p>'
      pages.show('/lamps', { title: 'Lamps', body })
    },
    async script(hand, { pages, home }) {
      await hand.open(`${pages.address}/lamps`, /Lamps/)
      const price = await hand.read(/Blue lamp: ([\d.]+) EUR/)
      await hand.open('LibreOffice Calc', /Calc$/)
      await hand.untilFocus(/table|cell/)
      await hand.type(price, { submit: true })
      await hand.press('ctrl+s')
      await hand.untilWindow(/^Save/)
      await hand.together(...filled('Name', join(home, 'Documents/lamp.ods')), {
        click: 'Save',
        role: /button/,
      })
      await hand.untilWindow(/lamp\.ods/)
      return `The price is ${price} EUR.`
    },
    async judge(after) {
      const rows = rowsOf(await sheetOf(after, 'Documents/lamp.ods'))
      demand(rows === '28.75', `It holds ${rows}.`)
    },
  }),
  defineTask({
    name: 'several-quote-to-file',
    program: 'several',
    goal: ({ pages }) =>
      `Open ${pages.address}/quote and write what is quoted there, without the quotation marks, into a new file quote.txt in my Documents folder, with Mousepad.`,
    async prepare({ pages }) {
      const body = '<h1>Quote</h1><p>“Still waters — run deep; naïve ones too.”</p>'
      pages.show('/quote', { title: 'Quote', body })
    },
    async script(hand, { pages, home }) {
      await hand.open(`${pages.address}/quote`, /Quote/)
      const quote = await hand.read(/“([^”]+)”/)
      await hand.open('Mousepad', /Untitled/)
      await hand.type(quote)
      await hand.press('ctrl+s')
      await hand.untilWindow(/^Save As/)
      await hand.together(...filled('Name', join(home, 'Documents/quote.txt')), {
        click: 'Save',
        role: /button/,
      })
      await hand.untilWindow(/quote\.txt/)
      return 'It is written down.'
    },
    judge: (after) => fileIs(after, 'Documents/quote.txt', 'Still waters — run deep; naïve ones too.'),
  }),
  defineTask({
    name: 'several-file-to-form',
    program: 'several',
    goal: ({ pages }) =>
      `serial.txt is open in Mousepad. Type the serial number that it names into the form at ${pages.address}/warranty and press Continue.`,
    async prepare({ home, open, pages }) {
      const file = join(home, 'Documents/serial.txt')
      await writeFile(file, 'Bought in May.\nSerial number: KX-4471-Q\n')
      await open('mousepad', file)
      const body =
        '<h1>Warranty</h1><form method="post" action="/warranty"><label>Serial number <input name="serial"></label> <button>Continue</button></form>'
      pages.show('/warranty', { title: 'Warranty', body })
    },
    async script(hand, { pages }) {
      await hand.untilWindow(/serial\.txt/)
      const serial = await hand.read(/Serial number: ([\w-]+)/)
      await hand.open(`${pages.address}/warranty`, /Warranty/)
      await hand.together(...filled('Serial number', serial), { click: 'Continue', role: /button/ })
      await hand.untilWindow(/Received/)
      return 'The serial number is entered.'
    },
    judge: (after) => formIs(after, '/warranty', { serial: 'KX-4471-Q' }),
  }),
]
