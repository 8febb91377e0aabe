import { demand, fileSays, hasFiles, newFile, says, states } from '../judging.ts'
import { defineDomain, defineWish } from '../wish.ts'
import { read, readXlsx, show, write, writeXlsx } from './calls.ts'

const budget = '~/Documents/budget.xlsx'
const sales = '~/Documents/sales.xlsx'

export const spreadsheets = defineDomain('spreadsheets', [
  defineWish({
    id: 'food-total',
    language: 'en',
    kind: 'question',
    say: 'How much have I spent on food altogether, going by budget.xlsx?',
    script: [[['SEARCH_FILES', { query: 'budget.xlsx' }]], [readXlsx(budget)], 'You spent 905 on food.'],
    judge: (outcome) => says(outcome, 905),
  }),
  defineWish({
    id: 'food-chart',
    language: 'en',
    kind: 'question',
    say: 'Show me a chart of my food spending from budget.xlsx',
    script: [
      [readXlsx(budget)],
      show({
        type: 'chart',
        chart_type: 'bar',
        title: 'Food',
        labels: ['January', 'February', 'March'],
        series: [{ name: 'Food', values: [300, 285, 320] }],
      }),
    ],
    judge(outcome) {
      demand(
        outcome.answerTypes.some((type) => ['chart', 'sparkline', 'jit_widget', 'image'].includes(type)),
        'No chart is shown.',
      )
      says(outcome, 300, 285, 320)
    },
  }),
  defineWish({
    id: 'budget-append-de',
    language: 'de',
    kind: 'do',
    say: 'Trage in budget.xlsx für April 275 Euro in der Kategorie Food ein.',
    script: [
      [readXlsx(budget)],
      [['APPEND_XLSX', { path: budget, data: [{ month: 'April', category: 'Food', amount: 275 }] }]],
      'Die Zeile für April steht in der Tabelle.',
    ],
    may: { files: ['Documents/budget.xlsx'] },
    async judge(outcome) {
      const rows = await outcome.rows('Documents/budget.xlsx')
      demand(rows.length === 10, `The table has ${rows.length} rows.`)
      const last = Object.values(rows.at(-1)!).join('\n')
      demand(states(last, 'April') && states(last, 'Food') && states(last, 275), `The last row is ${last}.`)
    },
  }),
  defineWish({
    id: 'revenue-table',
    language: 'en',
    kind: 'do',
    say: 'Make Documents/revenue.xlsx out of sales.xlsx: product and revenue, which is what was sold times the price.',
    script: [
      [readXlsx(sales)],
      [
        writeXlsx('~/Documents/revenue.xlsx', [
          { product: 'Rye loaf', revenue: 540 },
          { product: 'Baguette', revenue: 612 },
          { product: 'Apple cake', revenue: 175.5 },
        ]),
      ],
      'The revenue of each product is in revenue.xlsx.',
    ],
    may: { files: ['Documents/revenue.xlsx'] },
    async judge(outcome) {
      await hasFiles(outcome, 'Documents/revenue.xlsx')
      const rows = await outcome.rows('Documents/revenue.xlsx')
      for (const [product, revenue] of [
        ['Rye loaf', 540],
        ['Baguette', 612],
        ['Apple cake', 175.5],
      ] as const) {
        const row = rows.map((one) => Object.values(one).join('\n')).find((text) => states(text, product))
        demand(row !== undefined && states(row, revenue), `The revenue of ${product} is not ${revenue}.`)
      }
    },
  }),
  defineWish({
    id: 'sales-csv-pt',
    language: 'pt',
    kind: 'do',
    say: 'Exporta a planilha sales.xlsx como CSV, na mesma pasta e com o mesmo nome.',
    script: [[['XLSX_TO_CSV', { path: sales }]], 'O arquivo sales.csv está pronto.'],
    may: { files: ['Documents/sales.csv'] },
    judge: (outcome) => fileSays(outcome, 'Documents/sales.csv', 'Baguette', 340, 'Apple cake'),
  }),
  defineWish({
    id: 'best-seller-fr',
    language: 'fr',
    kind: 'question',
    say: 'D’après sales.xlsx, quel produit a rapporté le plus d’argent, et combien ?',
    script: [[readXlsx(sales)], 'La baguette, avec 612 euros.'],
    judge: (outcome) => says(outcome, 'Baguette', 612),
  }),
  defineWish({
    id: 'chart-picture',
    language: 'en',
    kind: 'do',
    say: 'Draw the sales of each product in sales.xlsx as a bar chart and save the picture as Documents/sales.png.',
    script: [
      [
        [
          'GENERATE_CHART_IMAGE',
          {
            input_path: sales,
            output_path: '~/Documents/sales.png',
            chart_type: 'bar',
            x_column: 'product',
            y_column: 'sold',
          },
        ],
      ],
      'The chart is in sales.png.',
    ],
    may: { files: ['Documents/sales.png'] },
    async judge(outcome) {
      await hasFiles(outcome, 'Documents/sales.png')
      const bytes = await outcome.read('Documents/sales.png')
      demand(bytes.includes('PNG') && bytes.length > 2_000, 'sales.png is no picture of a chart.')
    },
  }),
  defineWish({
    id: 'dearest-month-ja',
    language: 'ja',
    kind: 'question',
    say: 'budget.xlsxで支出の合計が一番多い月はいつですか？その合計額も教えてください。',
    script: [[readXlsx(budget)], '一番多いのは3月（March）で、合計は1,680です。'],
    judge: (outcome) => says(outcome, 1680),
  }),
  defineWish({
    id: 'contacts-to-xlsx',
    language: 'en',
    kind: 'do',
    say: 'Turn contacts.csv into an Excel file in the same folder, only those who work for Fjord Design.',
    script: [
      [read('~/Documents/contacts.csv')],
      [
        writeXlsx('~/Documents/contacts.xlsx', [
          { name: 'Anna Berg', email: 'anna.berg@example.test', phone: '+46 70 123 45 67' },
          { name: 'Tomás Ruiz', email: 'tomas.ruiz@example.test', phone: '+34 600 111 222' },
        ]),
      ],
      'Two contacts are in contacts.xlsx.',
    ],
    may: { newFiles: ['Documents/*.xlsx'] },
    async judge(outcome) {
      const path = await newFile(outcome, '.xlsx')
      const text = JSON.stringify(await outcome.rows(path))
      demand(states(text, 'Anna Berg') && states(text, 'Tomás Ruiz'), 'Somebody is missing.')
      demand(!states(text, 'Lindqvist') && !states(text, 'Yuki'), 'Somebody else is in it.')
    },
  }),
  defineWish({
    id: 'travel-and-february',
    language: 'en',
    kind: 'question',
    turns: [
      {
        say: 'What did travel cost me in the three months of budget.xlsx?',
        script: [[readXlsx(budget)], 'Travel cost 590.'],
      },
      { say: 'And in February alone?', script: ['60.'] },
    ],
    judge: (outcome) => says(outcome, 60),
  }),
  defineWish({
    id: 'monthly-totals',
    language: 'en',
    kind: 'do',
    say: 'Work out what I spent in each month of budget.xlsx and save it as Documents/months.csv with the columns month and total.',
    script: [
      [readXlsx(budget)],
      [write('~/Documents/months.csv', 'month,total\nJanuary,1370\nFebruary,1295\nMarch,1680\n')],
      'The totals are in months.csv.',
    ],
    may: { files: ['Documents/months.csv'] },
    async judge(outcome) {
      await hasFiles(outcome, 'Documents/months.csv')
      const lines = (await outcome.read('Documents/months.csv')).trim().split(/\r?\n/)
      demand(lines.length === 4, `months.csv has ${lines.length} lines.`)
      for (const [month, total] of [
        ['January', 1370],
        ['February', 1295],
        ['March', 1680],
      ] as const)
        demand(
          lines.some((line) => states(line, month) && states(line.split(/[,;]/)[1] ?? '', total)),
          `${month} is not ${total}.`,
        )
    },
  }),
])
