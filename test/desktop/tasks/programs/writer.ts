import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { filled } from '../hand.ts'
import { demand, documentXml, plain, textOf } from '../judging.ts'
import { defineTask, type After, type Place } from '../task.ts'
import { flatText } from './flat-documents.ts'

const REPORT = ['The colour of the house is red.', 'Its roof has another colour.', 'We paint it in spring.']

async function openReport({ home, open }: Place): Promise<void> {
  const file = join(home, 'Documents/report.fodt')
  await writeFile(file, flatText(REPORT))
  await open('lowriter', '--nologo', file)
}

async function paragraphsOf(after: After, path: string): Promise<string[]> {
  const body = /<office:text[ >][^]*<\/office:text>/.exec(await documentXml(after, path))?.[0] ?? ''
  return [...body.matchAll(/<text:[ph]\b[^>]*>([^]*?)<\/text:[ph]>/g)].map(([, words]) => plain(words!))
}

export const writerTasks = [
  defineTask({
    name: 'writer-heading',
    program: 'Writer',
    goal: 'Write a document in LibreOffice Writer: the first line is "Minutes" as a Heading 1, the paragraph below it is "We met on Monday." as ordinary body text. Save it as minutes.odt in my Documents folder.',
    async script(hand, { home }) {
      await hand.open('LibreOffice Writer', /Writer$/)
      await hand.untilFocus(/paragraph|document/)
      await hand.together(
        { press: 'ctrl+1' },
        { type: 'Minutes' },
        { press: 'Return' },
        { press: 'ctrl+0' },
        { type: 'We met on Monday.' },
        { press: 'ctrl+s' },
      )
      await hand.untilWindow(/^Save/)
      await hand.together(...filled('Name', join(home, 'Documents/minutes.odt')), {
        click: 'Save',
        role: /button/,
      })
      await hand.untilWindow(/minutes\.odt/)
      return 'The minutes are written.'
    },
    async judge(after) {
      const xml = await documentXml(after, 'Documents/minutes.odt')
      const heading = /<text:h [^>]*text:outline-level="1"[^>]*>([^]*?)<\/text:h>/.exec(xml)?.[1] ?? ''
      const body = xml.slice(xml.indexOf('<office:text'))
      demand(plain(heading) === 'Minutes', `It has no such heading: ${body}`)
      const all = (await paragraphsOf(after, 'Documents/minutes.odt')).filter((words) => words !== '')
      demand(all.join('|') === 'Minutes|We met on Monday.', `It says ${all.join('|')}.`)
    },
  }),
  defineTask({
    name: 'writer-replace',
    program: 'Writer',
    goal: 'report.fodt is open in LibreOffice Writer. Replace all "colour" by "color" with Find and Replace, and save it in its format.',
    prepare: openReport,
    async script(hand) {
      await hand.untilWindow(/report\.fodt/)
      await hand.untilFocus(/paragraph|document/)
      await hand.press('ctrl+h')
      await hand.untilWindow(/Find and Replace|Find & Replace/)
      await hand.together(
        ...filled('Find', 'colour'),
        ...filled('Replace', 'color', { role: /text|entry|combo/ }),
      )
      await hand.click('Replace All', { role: /button/ })
      await hand.click('Close', { role: /button/ })
      await hand.untilWindow(/report\.fodt/)
      await hand.press('ctrl+s')
      return 'Both are replaced.'
    },
    async judge(after) {
      const wanted = REPORT.map((words) => words.replaceAll('colour', 'color')).join('|')
      const found = (await paragraphsOf(after, 'Documents/report.fodt')).join('|')
      demand(found === wanted, `It says ${found}.`)
    },
  }),
  defineTask({
    name: 'writer-pdf',
    program: 'Writer',
    goal: 'report.fodt is open in LibreOffice Writer. Export it as report.pdf into the same folder.',
    prepare: openReport,
    async script(hand, { home }) {
      await hand.untilWindow(/report\.fodt/)
      await hand.untilFocus(/paragraph|document/)
      await hand.click('Export Directly as PDF', { role: /button/ })
      await hand.untilWindow(/^Export/)
      await hand.together(...filled('Name', join(home, 'Documents/report.pdf')), {
        click: 'Export',
        role: /button/,
      })
      await hand.untilWindow(/report\.fodt/)
      return 'It is exported as report.pdf.'
    },
    async judge(after) {
      const bytes = await textOf(after, 'Documents/report.pdf')
      demand(bytes.startsWith('%PDF-'), 'report.pdf is no PDF.')
      const words = [join(after.home, 'Documents/report.pdf'), '-']
      const { stdout } = await promisify(execFile)('pdftotext', words)
      for (const paragraph of REPORT) demand(stdout.includes(paragraph), `The PDF says ${stdout}`)
    },
  }),
  defineTask({
    name: 'writer-table',
    program: 'Writer',
    goal: 'report.fodt is open in LibreOffice Writer. Add a table of 3 columns and 2 rows at its end, and save it in its format.',
    prepare: openReport,
    async script(hand) {
      await hand.untilWindow(/report\.fodt/)
      await hand.untilFocus(/paragraph|document/)
      await hand.press('ctrl+End')
      await hand.press('ctrl+F12')
      await hand.untilWindow(/Insert Table/)
      await hand.together(...filled('Columns', '3'), ...filled('Rows', '2'), {
        click: 'Insert',
        role: /button/,
      })
      await hand.untilWindow(/report\.fodt/)
      await hand.press('ctrl+s')
      return 'The table is there.'
    },
    async judge(after) {
      const xml = await documentXml(after, 'Documents/report.fodt')
      const table = /<table:table [^]*?<\/table:table>/.exec(xml)?.[0] ?? ''
      const rows = table.split('<table:table-row').length - 1
      const cells = table.split('<table:table-cell').length - 1
      demand(rows === 2 && cells === 6, `The table has ${rows} rows and ${cells} cells.`)
    },
  }),
]
