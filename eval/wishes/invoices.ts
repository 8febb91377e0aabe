import {
  demand,
  fileSays,
  hasFiles,
  lacksFiles,
  mailSays,
  newFile,
  says,
  sentTo,
  states,
} from '../judging.ts'
import { invoices as due } from '../made-home.ts'
import { mailTo } from '../person.ts'
import { defineDomain, defineWish, type Call } from '../wish.ts'
import { folder, list, mail, move, read, readDocx, readPdf, writeDocx, writeXlsx } from './calls.ts'

const place = '~/Documents/Invoices'
const all = Object.values(due)
const readAll: readonly Call[] = [
  readPdf(`${place}/invoice-2041.pdf`),
  readPdf(`${place}/invoice-2042.pdf`),
  readDocx(`${place}/invoice-2043.docx`),
  readPdf(`${place}/invoice-2044.pdf`),
]

export const invoices = defineDomain('invoices', [
  defineWish({
    id: 'invoices-to-table',
    language: 'en',
    kind: 'do',
    say: 'Read all my invoices in Documents/Invoices and make a spreadsheet Documents/invoices.xlsx of them, with number, company, amount and due date.',
    script: [
      [list(place)],
      readAll,
      [
        writeXlsx(
          '~/Documents/invoices.xlsx',
          all.map(({ number, from, amount, due }) => ({ number, company: from, amount, due })),
        ),
      ],
      'The four invoices are in invoices.xlsx.',
    ],
    may: { files: ['Documents/invoices.xlsx'] },
    async judge(outcome) {
      await hasFiles(outcome, 'Documents/invoices.xlsx')
      const rows = await outcome.rows('Documents/invoices.xlsx')
      for (const { number, from, amount } of all) {
        const row = rows.map((one) => Object.values(one).join('\n')).find((text) => states(text, from))
        demand(row !== undefined, `There is no row for ${from}.`)
        demand(states(row, amount) && states(row, Number(number)), `The row of ${from} is wrong.`)
      }
    },
  }),
  defineWish({
    id: 'invoices-overdue',
    language: 'en',
    kind: 'question',
    turns: [
      {
        say: 'Which invoices do I have in Documents/Invoices, from whom and over how much?',
        script: [
          [list(place)],
          readAll,
          all.map(({ from, amount, due }) => `- ${from}: ${amount} EUR, due ${due}`).join('\n'),
        ],
      },
      {
        say: 'Which of them is overdue?',
        script: ['Northwind Traders and Baker and Sons are overdue.'],
      },
      { say: 'And how much is that together?', script: ['2,155.00 EUR.'] },
    ],
    judge: (outcome) => says(outcome, 2155),
  }),
  defineWish({
    id: 'invoices-total-es',
    language: 'es',
    kind: 'question',
    say: '¿Cuánto dinero debo en total según las facturas de Documents/Invoices?',
    script: [[list(place)], readAll, 'En total debes 4.610,75 EUR.'],
    judge: (outcome) => says(outcome, 4610.75),
  }),
  defineWish({
    id: 'invoices-rename',
    language: 'en',
    kind: 'do',
    say: 'Rename each file in Documents/Invoices to its due date and number, like 2026-05-31-2040.pdf, and keep the endings.',
    script: [
      [list(place)],
      readAll,
      all.map(({ number, due }) => {
        const ending = number === '2043' ? 'docx' : 'pdf'
        return move(`${place}/invoice-${number}.${ending}`, `${place}/${due}-${number}.${ending}`)
      }),
      'All four have their dates in front.',
    ],
    may: { files: ['Documents/Invoices/*'] },
    async judge(outcome) {
      const wanted = all.map(
        ({ number, due }) => `Documents/Invoices/${due}-${number}.${number === '2043' ? 'docx' : 'pdf'}`,
      )
      await hasFiles(outcome, ...wanted)
      const there = (await outcome.files()).filter((path) => path.startsWith('Documents/Invoices/'))
      demand(there.length === 4, 'There are other files than these four.')
    },
  }),
  defineWish({
    id: 'invoice-paid-fr',
    language: 'fr',
    kind: 'do',
    say: 'J’ai payé la facture de Lumen Studio : range-la dans un sous-dossier « Payées » de Documents/Invoices.',
    script: [
      [list(place)],
      readAll,
      [folder(`${place}/Payées`), move(`${place}/invoice-2042.pdf`, `${place}/Payées`)],
      'La facture 2042 est dans « Payées ».',
    ],
    may: { files: ['Documents/Invoices/**'] },
    async judge(outcome) {
      await hasFiles(
        outcome,
        'Documents/Invoices/Payées/invoice-2042.pdf',
        'Documents/Invoices/invoice-2041.pdf',
      )
      await lacksFiles(outcome, 'Documents/Invoices/invoice-2042.pdf')
    },
  }),
  defineWish({
    id: 'invoice-letter-de',
    language: 'de',
    kind: 'do',
    say: 'Schreib einen kurzen Brief als Word-Datei Documents/brief.docx an die Firma der Rechnung 2041: Ich bezahle sie diese Woche. Nenne Firma, Nummer und Betrag.',
    script: [
      [readPdf(`${place}/invoice-2041.pdf`)],
      [
        writeDocx(
          '~/Documents/brief.docx',
          'Northwind Traders\n\nSehr geehrte Damen und Herren,\n\ndie Rechnung 2041 über 1.240,00 EUR bezahle ich diese Woche.\n\nAda Lovelace',
        ),
      ],
      'Der Brief liegt in Documents/brief.docx.',
    ],
    may: { files: ['Documents/brief.docx'] },
    judge: (outcome) => fileSays(outcome, 'Documents/brief.docx', 'Northwind', 2041, 1240),
  }),
  defineWish({
    id: 'invoice-answer-by-mail',
    language: 'en',
    kind: 'do',
    say: 'Write to Yuki Tanaka, who is in contacts.csv, that I will pay the Harbor Logistics invoice in time. Give number and amount.',
    script: [
      [read('~/Documents/contacts.csv'), list(place)],
      [readPdf(`${place}/invoice-2044.pdf`)],
      [
        mail(
          ['yuki.tanaka@example.test'],
          'Invoice 2044',
          'Dear Yuki,\n\nI will pay invoice 2044 over 2,075.25 EUR in time.\n\nAda',
        ),
      ],
      'The mail to Yuki is sent.',
    ],
    may: { mail: true },
    approves: mailTo('yuki.tanaka@example.test'),
    judge: (outcome) => mailSays(sentTo(outcome, 'yuki.tanaka@example.test'), 2044, 2075.25),
  }),
  defineWish({
    id: 'invoice-next-it',
    language: 'it',
    kind: 'question',
    say: 'Tra le fatture in Documents/Invoices che non sono ancora scadute, qual è la prossima da pagare e di quanto è?',
    script: [
      [list(place)],
      readAll,
      `La prossima è quella di Lumen Studio: 380,50 EUR entro il ${due.lumen.due}.`,
    ],
    judge: (outcome) => says(outcome, 'Lumen', 380.5),
  }),
  defineWish({
    id: 'invoices-late-note',
    language: 'en',
    kind: 'do',
    say: 'Write a text file into Documents that names only the invoices which are late today, one line each, with company and amount.',
    script: [
      [list(place)],
      readAll,
      [
        [
          'WRITE_FILE',
          { path: '~/Documents/late.txt', content: 'Northwind Traders: 1240.00\nBaker and Sons: 915.00\n' },
        ],
      ],
      'Two are late; they are in late.txt.',
    ],
    may: { newFiles: ['Documents/*.txt', 'Documents/*.md'] },
    async judge(outcome) {
      const path = await newFile(outcome)
      await fileSays(outcome, path, 'Northwind', 1240, 'Baker', 915)
      const text = await outcome.read(path)
      demand(!states(text, 'Lumen') && !states(text, 'Harbor'), 'It names invoices that are not late.')
    },
  }),
])
