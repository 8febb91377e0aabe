import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hand } from '../hand.ts'
import { demand, fileIs, fileIsGone, namesIn, says } from '../judging.ts'
import { defineTask, type Place } from '../task.ts'

const INVOICE = 'Invoice 7: 120 EUR\n'

async function openDocuments({ home, open }: Place): Promise<void> {
  const documents = join(home, 'Documents')
  await mkdir(join(documents, 'Archive'))
  await writeFile(join(documents, 'invoice.txt'), INVOICE)
  await writeFile(join(documents, 'notes.txt'), 'x'.repeat(3_456))
  await writeFile(join(documents, 'photo.txt'), 'No photo\n')
  await open('thunar', documents)
}

/** As a list, in which files are told by their names. */
async function select(hand: Hand, name: string): Promise<void> {
  await hand.untilWindow(/Documents/)
  await hand.press('ctrl+2')
  await hand.click(name, { role: /cell|icon|row|item/ })
}

export const thunarTasks = [
  defineTask({
    name: 'thunar-rename',
    program: 'Thunar',
    goal: 'My Documents folder is open in the file manager. Rename photo.txt to picture.txt.',
    prepare: openDocuments,
    async script(hand) {
      await select(hand, 'photo.txt')
      await hand.press('F2')
      await hand.untilWindow(/Rename/)
      await hand.type('picture.txt', { clear: true })
      await hand.click('Rename', { role: /button/ })
      await hand.find('picture.txt', { role: /cell|icon|row|item/ })
      return 'It is picture.txt now.'
    },
    async judge(after) {
      await fileIs(after, 'Documents/picture.txt', 'No photo\n')
      await fileIsGone(after, 'Documents/photo.txt')
    },
  }),
  defineTask({
    name: 'thunar-folder',
    program: 'Thunar',
    goal: 'My Documents folder is open in the file manager. Make a new folder "Taxes 2026" in it.',
    prepare: openDocuments,
    async script(hand) {
      await hand.untilWindow(/Documents/)
      await hand.press('ctrl+shift+n')
      await hand.untilWindow(/(?:New|Create)/)
      await hand.type('Taxes 2026', { clear: true })
      await hand.click('Create', { role: /button/ })
      await hand.untilWindow(/Documents/)
      return 'The folder is there.'
    },
    async judge(after) {
      const names = await namesIn(after, 'Documents')
      const wanted = ['Archive', 'Taxes 2026', 'invoice.txt', 'notes.txt', 'photo.txt']
      demand(names.join() === wanted.join(), `Documents holds ${names.join(', ')}.`)
    },
  }),
  defineTask({
    name: 'thunar-move',
    program: 'Thunar',
    goal: 'My Documents folder is open in the file manager. Move invoice.txt into the folder Archive in it.',
    prepare: openDocuments,
    async script(hand) {
      await select(hand, 'invoice.txt')
      await hand.press('ctrl+x')
      await hand.click('Archive', { role: /cell|icon|row|item/ })
      await hand.press('Return')
      await hand.untilWindow(/Archive/)
      await hand.pressUntil('ctrl+v', 'invoice.txt', { role: /cell|icon|row|item/ })
      return 'The invoice is in Archive.'
    },
    async judge(after) {
      await fileIs(after, 'Documents/Archive/invoice.txt', INVOICE)
      await fileIsGone(after, 'Documents/invoice.txt')
    },
  }),
  defineTask({
    name: 'thunar-trash',
    program: 'Thunar',
    goal: 'My Documents folder is open in the file manager. Put photo.txt into the trash.',
    prepare: openDocuments,
    asks: [/deletes? files|trash|delete/i],
    async script(hand) {
      await select(hand, 'photo.txt')
      await hand.press('Delete')
      await hand.until('Documents without it', ({ elements }) => {
        const names = elements.map(({ name }) => name)
        return names.includes('notes.txt') && !names.includes('photo.txt')
      })
      return 'It is in the trash.'
    },
    async judge(after) {
      await fileIsGone(after, 'Documents/photo.txt')
      await fileIs(after, 'data/Trash/files/photo.txt', 'No photo\n')
      demand((await namesIn(after, 'Documents')).length === 3, 'Another file is gone as well.')
    },
  }),
  defineTask({
    name: 'thunar-properties',
    program: 'Thunar',
    goal: 'My Documents folder is open in the file manager. How many bytes has notes.txt, exactly? Look at its properties.',
    prepare: openDocuments,
    async script(hand) {
      await select(hand, 'notes.txt')
      await hand.press('alt+Return')
      await hand.untilWindow(/Properties/)
      const bytes = await hand.read(/\(([\d,.]+) bytes\)/)
      await hand.click('Close', { role: /button/ })
      return `notes.txt has ${bytes.replaceAll(/\D/g, '')} bytes.`
    },
    judge: (after) => says(after, '3456'),
  }),
]
