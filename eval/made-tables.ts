import { day, nextWeekday } from './days.ts'
import type { Call } from './wish.ts'

/** What the food costs is 300 + 285 + 320 = 905 over the three months. */
export const budget = [
  { month: 'January', category: 'Rent', amount: 950 },
  { month: 'January', category: 'Food', amount: 300 },
  { month: 'January', category: 'Travel', amount: 120 },
  { month: 'February', category: 'Rent', amount: 950 },
  { month: 'February', category: 'Food', amount: 285 },
  { month: 'February', category: 'Travel', amount: 60 },
  { month: 'March', category: 'Rent', amount: 950 },
  { month: 'March', category: 'Food', amount: 320 },
  { month: 'March', category: 'Travel', amount: 410 },
] as const

export const sales = [
  { product: 'Rye loaf', sold: 120, price: 4.5 },
  { product: 'Baguette', sold: 340, price: 1.8 },
  { product: 'Apple cake', sold: 45, price: 3.9 },
] as const

/** The workbooks, the Word files and the archive of the made home. */
export function madeTables(bakerInvoice: readonly string[]): readonly Call[] {
  return [
    ['WRITE_XLSX', { path: '~/Documents/budget.xlsx', data: budget, sheet_name: 'Budget' }],
    ['WRITE_XLSX', { path: '~/Documents/sales.xlsx', data: sales, sheet_name: 'Sales' }],
    ['CREATE_DOCX', { path: '~/Documents/Invoices/invoice-2043.docx', markdown: bakerInvoice.join('\n\n') }],
    [
      'CREATE_DOCX',
      {
        path: '~/Documents/cv.docx',
        title: 'Ada Lovelace',
        markdown:
          '## Work\n\nAnalyst at Babbage and Co, since 2019.\n\n## Languages\n\nEnglish, French, Italian',
      },
    ],
    [
      'COMPRESS_FILES',
      { paths: ['~/Pictures/IMG_0001.png', '~/Documents/ideas.md'], to: '~/Downloads/parcel.zip' },
    ],
  ]
}

export const appointments = {
  dentist: { title: 'Dentist', date: day(2), time: '09:00' },
  lunch: { title: 'Lunch with Tomás', date: day(2), time: '12:30' },
  choir: { title: 'Choir', date: nextWeekday(4), time: '19:00' },
  review: { title: 'Budget review', date: day(5), time: '14:00' },
} as const

/** The calls that fill the calendar. */
export function madeAppointments(): readonly Call[] {
  return Object.values(appointments).map(({ title, date, time }) => [
    'CALENDAR_ADD',
    { title, start: `${date}T${time}`, duration_minutes: 60 },
  ])
}

const item = (id: string, text: string, done = false) => ({ id, text, done })

/** What the widgets keep. */
export const madeStore: Readonly<Record<string, unknown>> = {
  todo: {
    items: [item('1', 'Renew passport'), item('2', 'Water the plants', true), item('3', 'Call Grandma')],
  },
  shopping: { items: [item('1', 'Milk'), item('2', 'Eggs')] },
  notes: {
    notes: [{ id: '1', title: 'Wi-Fi', text: 'The guest network is fjord, password salt-and-sea-42.' }],
  },
}
