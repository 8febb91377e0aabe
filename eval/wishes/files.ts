import { demand, fileSays, hasFiles, lacksFiles, says } from '../judging.ts'
import { defineDomain, defineWish } from '../wish.ts'
import { append, edit, folder, list, move, read, readPdf, remove, write } from './calls.ts'

export const files = defineDomain('files', [
  defineWish({
    id: 'tidy-downloads',
    language: 'en',
    kind: 'do',
    say: 'Clean up my Downloads folder: the pictures belong into Pictures and the songs into Music. Leave everything else where it is.',
    script: [
      [list('~/Downloads')],
      [
        move('~/Downloads/beach.png', '~/Pictures'),
        move('~/Downloads/hills.png', '~/Pictures'),
        move('~/Downloads/song.mp3', '~/Music'),
      ],
      'Two pictures are in Pictures now, and the song is in Music.',
    ],
    may: { files: ['Downloads/*.png', 'Downloads/*.mp3', 'Pictures/*', 'Music/*'] },
    async judge(outcome) {
      await hasFiles(
        outcome,
        'Pictures/beach.png',
        'Pictures/hills.png',
        'Music/song.mp3',
        'Downloads/setup.deb',
      )
      await lacksFiles(outcome, 'Downloads/beach.png', 'Downloads/hills.png', 'Downloads/song.mp3')
    },
  }),
  defineWish({
    id: 'rename-photos-de',
    language: 'de',
    kind: 'do',
    say: 'Benenne die drei Fotos im Ordner Pictures um in urlaub-1.png, urlaub-2.png und urlaub-3.png, in ihrer Reihenfolge.',
    script: [
      [list('~/Pictures')],
      [1, 2, 3].map((number) => move(`~/Pictures/IMG_000${number}.png`, `~/Pictures/urlaub-${number}.png`)),
      'Die drei Fotos heißen jetzt urlaub-1 bis urlaub-3.',
    ],
    may: { files: ['Pictures/*'] },
    async judge(outcome) {
      await hasFiles(outcome, 'Pictures/urlaub-1.png', 'Pictures/urlaub-2.png', 'Pictures/urlaub-3.png')
      await lacksFiles(outcome, 'Pictures/IMG_0001.png', 'Pictures/IMG_0002.png', 'Pictures/IMG_0003.png')
    },
  }),
  defineWish({
    id: 'screenshots-then-rename',
    language: 'en',
    kind: 'do',
    turns: [
      {
        say: 'My desktop is a mess. Gather the screenshots in a new folder Screenshots inside of Pictures.',
        script: [
          [list('~/Desktop')],
          [
            folder('~/Pictures/Screenshots'),
            move('~/Desktop/Screenshot 1.png', '~/Pictures/Screenshots'),
            move('~/Desktop/Screenshot 2.png', '~/Pictures/Screenshots'),
          ],
          'Both screenshots are in Pictures/Screenshots.',
        ],
      },
      {
        say: 'On second thoughts, call that folder Captures.',
        script: [[move('~/Pictures/Screenshots', '~/Pictures/Captures')], 'It is called Captures now.'],
      },
    ],
    may: { files: ['Desktop/Screenshot*', 'Pictures/**'] },
    judge: (outcome) =>
      hasFiles(outcome, 'Pictures/Captures/Screenshot 1.png', 'Pictures/Captures/Screenshot 2.png'),
  }),
  defineWish({
    id: 'pack-invoices-fr',
    language: 'fr',
    kind: 'do',
    say: 'Mets tout le dossier Documents/Invoices dans une archive Documents/factures.zip, sans rien effacer.',
    script: [
      [['COMPRESS_FILES', { paths: ['~/Documents/Invoices'], to: '~/Documents/factures.zip' }]],
      'L’archive est prête.',
    ],
    may: { files: ['Documents/factures.zip'] },
    async judge(outcome) {
      await hasFiles(outcome, 'Documents/factures.zip')
      // The names stand in an archive as they are.
      const bytes = await outcome.read('Documents/factures.zip')
      for (const number of [2041, 2042, 2043, 2044])
        demand(bytes.includes(`invoice-${number}.`), `Invoice ${number} is not in it.`)
    },
  }),
  defineWish({
    id: 'unpack-parcel',
    language: 'en',
    kind: 'do',
    say: 'Unpack parcel.zip from my downloads into Documents/parcel, and throw the archive away after that.',
    script: [
      [['EXTRACT_ARCHIVE', { path: '~/Downloads/parcel.zip', to: '~/Documents/parcel' }]],
      [remove('~/Downloads/parcel.zip')],
      'It is unpacked, and the archive is in the trash.',
    ],
    may: { files: ['Documents/parcel/**', 'Downloads/parcel.zip'] },
    async judge(outcome) {
      await lacksFiles(outcome, 'Downloads/parcel.zip')
      const { added } = await outcome.changedFiles()
      demand(
        added.some((path) => path.endsWith('/ideas.md')),
        'ideas.md was not unpacked.',
      )
      demand(
        added.some((path) => path.endsWith('/IMG_0001.png')),
        'IMG_0001.png was not unpacked.',
      )
    },
  }),
  defineWish({
    id: 'copy-lease-es',
    language: 'es',
    kind: 'do',
    say: 'Copia el contrato de alquiler (lease.txt) de Documents al escritorio con el nombre contrato.txt.',
    script: [
      [['COPY_FILE', { path: '~/Documents/lease.txt', to: '~/Desktop/contrato.txt' }]],
      'La copia está en el escritorio.',
    ],
    may: { files: ['Desktop/contrato.txt'] },
    async judge(outcome) {
      await fileSays(outcome, 'Desktop/contrato.txt', 950, 'Mill Lane')
    },
  }),
  defineWish({
    id: 'delete-drafts',
    language: 'en',
    kind: 'do',
    say: 'Delete both drafts in Documents/old, but keep the final text.',
    script: [
      [list('~/Documents/old')],
      [remove('~/Documents/old/draft-1.txt'), remove('~/Documents/old/draft-2.txt')],
      'Both drafts are in the trash.',
    ],
    may: { files: ['Documents/old/draft-*'] },
    async judge(outcome) {
      await lacksFiles(outcome, 'Documents/old/draft-1.txt', 'Documents/old/draft-2.txt')
      await hasFiles(outcome, 'Documents/old/final.txt')
    },
  }),
  defineWish({
    id: 'archive-in-order',
    language: 'en',
    kind: 'do',
    say: 'Make a folder Documents/Archive, move thesis.md into it, and then write a file index.txt in there with the names of what it holds.',
    script: [
      [
        folder('~/Documents/Archive'),
        move('~/Documents/thesis.md', '~/Documents/Archive'),
        write('~/Documents/Archive/index.txt', 'thesis.md\n'),
      ],
      'The thesis is in Archive, with an index beside it.',
    ],
    may: { files: ['Documents/thesis.md', 'Documents/Archive/**'] },
    async judge(outcome) {
      await fileSays(outcome, 'Documents/Archive/thesis.md', 'weaving of numbers')
      await fileSays(outcome, 'Documents/Archive/index.txt', 'thesis.md')
      await lacksFiles(outcome, 'Documents/thesis.md')
    },
  }),
  defineWish({
    id: 'add-idea-sv',
    language: 'sv',
    kind: 'do',
    say: 'Lägg till ”baka surdegsbröd” sist i listan i filen ideas.md.',
    script: [
      [read('~/Documents/ideas.md')],
      [append('~/Documents/ideas.md', '- baka surdegsbröd\n')],
      'Den står sist i listan nu.',
    ],
    may: { files: ['Documents/ideas.md'] },
    async judge(outcome) {
      const lines = (await outcome.read('Documents/ideas.md')).trim().split('\n')
      demand(lines.at(-1)?.trim() === '- baka surdegsbröd', 'The last line is another one.')
      demand(lines.includes('- a trip to Porto'), 'The other ideas are gone.')
    },
  }),
  defineWish({
    id: 'fix-spelling',
    language: 'en',
    kind: 'do',
    say: 'In review-letter.txt the word "appartment" is misspelt. Correct it everywhere and change nothing else.',
    script: [
      [read('~/Documents/review-letter.txt')],
      [
        [
          'EDIT_FILE',
          {
            path: '~/Documents/review-letter.txt',
            edits: [{ old: 'appartment', new: 'apartment', all: true }],
          },
        ],
      ],
      'It says apartment in all three places now.',
    ],
    may: { files: ['Documents/review-letter.txt'] },
    async judge(outcome) {
      const text = await outcome.read('Documents/review-letter.txt')
      demand(!text.includes('appartment'), 'The wrong word is still there.')
      demand(text.match(/\bapartment\b/g)?.length === 3, 'The right word is not there three times.')
      demand(text.includes('costs 145 EUR.\n\nYours, P. Novak\n'), 'Something else was changed.')
    },
  }),
  defineWish({
    id: 'change-setting-in-file',
    language: 'en',
    kind: 'do',
    say: 'In my file settings.json switch the theme to dark. The rest has to stay exactly as it is.',
    script: [
      [read('~/Documents/settings.json')],
      [edit('~/Documents/settings.json', '"theme": "light"', '"theme": "dark"')],
      'The theme is dark now.',
    ],
    may: { files: ['Documents/settings.json'] },
    async judge(outcome) {
      const text = await outcome.read('Documents/settings.json')
      demand(
        text === '{\n  "language": "en",\n  "theme": "dark",\n  "font_size": 12\n}\n',
        'The file is not as asked.',
      )
    },
  }),
  defineWish({
    id: 'sort-lines-de',
    language: 'de',
    kind: 'do',
    say: 'Sortiere die Zeilen in einkauf.txt alphabetisch.',
    script: [
      [read('~/Documents/einkauf.txt')],
      [write('~/Documents/einkauf.txt', 'Brot\nKäse\nMilch\n')],
      'Die Liste ist sortiert.',
    ],
    may: { files: ['Documents/einkauf.txt'] },
    async judge(outcome) {
      const lines = (await outcome.read('Documents/einkauf.txt')).trim().split('\n')
      demand(lines.join() === 'Brot,Käse,Milch', `The lines are ${lines.join(', ')}.`)
    },
  }),
  defineWish({
    id: 'find-same-pictures',
    language: 'en',
    kind: 'question',
    say: 'Two of the pictures in my Downloads have exactly the same content. What are they called?',
    script: [
      [list('~/Downloads')],
      [
        ['FILE_INFO', { path: '~/Downloads/beach.png', hash: true }],
        ['FILE_INFO', { path: '~/Downloads/hills.png', hash: true }],
      ],
      'beach.png and hills.png are the same, byte by byte.',
    ],
    judge: (outcome) => says(outcome, 'beach.png', 'hills.png'),
  }),
  defineWish({
    id: 'which-mentions-vinegar',
    language: 'en',
    kind: 'question',
    say: 'One of my downloaded files says something about vinegar. Which one, and how often am I to do it?',
    script: [
      [['SEARCH_FILES', { query: '*.pdf', path: '~/Downloads' }]],
      [readPdf('~/Downloads/manual.pdf'), readPdf('~/Downloads/ticket.pdf')],
      'It is manual.pdf: descale the kettle every 40 days.',
    ],
    judge: (outcome) => says(outcome, 'manual.pdf', 40),
  }),
])
