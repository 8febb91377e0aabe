import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hand } from '../hand.ts'
import { demand, formIs, says } from '../judging.ts'
import { defineTask, type Place } from '../task.ts'
import { answeredForms } from './browser-forms.ts'

/** Opens an address in the browser that the person has. */
export async function visit(hand: Hand, address: string, title: RegExp): Promise<void> {
  await hand.open(address, title)
}

function lorem(paragraphs: number): string {
  const words = 'The harbour was built of stone and wood, and rebuilt after each of the storms.'
  return Array.from({ length: paragraphs }, (_, index) => `<p>${index + 1}. ${words}</p>`).join('')
}

const harbour = (place: Place) => {
  const facts = '<h2>Facts</h2><p>Its oldest crane can lift 4730 kg.</p>'
  place.pages.show('/harbour', {
    title: 'The harbour',
    body: `<h1>The harbour</h1>${lorem(60)}${facts}${lorem(40)}`,
  })
}

export const browserTasks = [
  ...answeredForms,
  defineTask({
    name: 'browser-long-page',
    program: 'Chromium',
    goal: ({ pages }) => `Open ${pages.address}/harbour and tell me how much the oldest crane can lift.`,
    prepare: async (place) => harbour(place),
    async script(hand, { pages }) {
      await visit(hand, `${pages.address}/harbour`, /The harbour/)
      return `It lifts ${await hand.search('oldest crane', /can lift (\d+) kg/)} kg.`
    },
    judge: (after) => says(after, '4730'),
  }),
  defineTask({
    name: 'browser-slow',
    program: 'Chromium',
    goal: ({ pages }) => `Open ${pages.address}/weather and tell me the temperature that it shows.`,
    async prepare({ pages }) {
      const body = '<h1>Weather</h1><p>It is 17 degrees in the shade.</p>'
      pages.show('/weather', { title: 'Weather', body, delayMs: 6_000 })
    },
    async script(hand, { pages }) {
      await visit(hand, `${pages.address}/weather`, /^Weather/)
      return `It is ${await hand.read(/It is (\d+) degrees/)} degrees.`
    },
    judge(after) {
      says(after, '17')
      demand(after.pages.visits.length === 1, `The page was loaded ${after.pages.visits.length} times.`)
    },
  }),
  defineTask({
    name: 'browser-address',
    program: 'Chromium',
    goal: ({ pages }) =>
      `Open ${pages.address}/booked in the browser. When it is there, go to ${pages.address}/hours by the address bar of the same tab, and tell me when they open on Sunday.`,
    async prepare({ pages }) {
      pages.show('/booked', { title: 'Booked', body: '<h1>Your table is booked</h1>' })
      pages.show('/hours', { title: 'Hours', body: '<h1>Hours</h1><p>On Sunday we open at 11:45.</p>' })
    },
    async script(hand, { pages }) {
      await visit(hand, `${pages.address}/booked`, /Booked/)
      await hand.press('ctrl+l')
      await hand.type(`${pages.address}/hours`, { submit: true })
      await hand.untilWindow(/Hours/)
      return `They open at ${await hand.read(/On Sunday we open at ([\d:]+)/)}.`
    },
    judge(after) {
      says(after, '11:45')
      const { visits } = after.pages
      demand(visits.join() === '/booked,/hours', `These pages were loaded: ${visits.join(', ')}.`)
    },
  }),
  defineTask({
    name: 'browser-links',
    program: 'Chromium',
    goal: ({ pages }) =>
      `Open ${pages.address}/library, follow the links to the book "Tides", and tell me on which shelf it stands.`,
    async prepare({ pages }) {
      const list = '<a href="/library/winds">Winds</a> <a href="/library/tides">Tides</a>'
      pages.show('/library', {
        title: 'Library',
        body: '<h1>Library</h1><a href="/library/all">All books</a>',
      })
      pages.show('/library/all', { title: 'All books', body: `<h1>All books</h1>${list}` })
      pages.show('/library/tides', { title: 'Tides', body: '<h1>Tides</h1><p>Shelf: B-29</p>' })
      pages.show('/library/winds', { title: 'Winds', body: '<h1>Winds</h1><p>Shelf: C-11</p>' })
    },
    async script(hand, { pages }) {
      await visit(hand, `${pages.address}/library`, /Library/)
      await hand.click('All books', { role: /link/ })
      await hand.untilWindow(/All books/)
      await hand.click('Tides', { role: /link/ })
      await hand.untilWindow(/Tides/)
      return `It stands on ${await hand.read(/Shelf: (\S+\d)/)}.`
    },
    judge: (after) => says(after, 'B-29'),
  }),
  defineTask({
    name: 'browser-dialog',
    program: 'Chromium',
    goal: ({ pages }) =>
      `Open ${pages.address}/seat, press "Keep seat 12" there and answer its question with OK.`,
    async prepare({ pages }) {
      const ask = `return confirm('Keep seat 12 until noon?')`
      const body = `<h1>Seat</h1><form method="post" action="/keep" onsubmit="${ask}"><button name="seat" value="12">Keep seat 12</button></form>`
      pages.show('/seat', { title: 'Seat', body })
    },
    async script(hand, { pages }) {
      await visit(hand, `${pages.address}/seat`, /Seat/)
      await hand.click('Keep seat 12', { role: /button/ })
      await hand.click('OK', { role: /button/ })
      await hand.untilWindow(/Received/)
      return 'The seat is kept.'
    },
    judge: (after) => formIs(after, '/keep', { seat: '12' }),
  }),
  defineTask({
    name: 'browser-upload',
    program: 'Chromium',
    goal: ({ pages }) =>
      `Open ${pages.address}/claim and hand in the file Documents/receipt.txt there: choose it, and press Continue.`,
    async prepare({ pages, home }) {
      await writeFile(join(home, 'Documents/receipt.txt'), 'Paid 12.40')
      const body = `<h1>Claim</h1><form method="post" action="/claim" enctype="multipart/form-data"><label>Receipt <input type="file" name="receipt"></label> <button>Continue</button></form>`
      pages.show('/claim', { title: 'Claim', body })
    },
    async script(hand, { pages, home }) {
      await visit(hand, `${pages.address}/claim`, /Claim/)
      await hand.click(/Receipt|Choose File/, { role: /button/ })
      await hand.untilWindow(/Open/)
      await hand.press('ctrl+l')
      await hand.type(join(home, 'Documents/receipt.txt'), { clear: true })
      // At Return this dialog closes without the file, whoever presses it.
      await hand.click('Open', { role: /button/ })
      await hand.untilWindow(/Claim/)
      await hand.click('Continue', { role: /button/ })
      await hand.untilWindow(/Received/)
      return 'The receipt is handed in.'
    },
    judge: (after) => formIs(after, '/claim', { receipt: 'receipt.txt: Paid 12.40' }),
  }),
]
