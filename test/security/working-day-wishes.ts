/** A call of a tool, as a model makes it. */
export type Wanted = readonly [action: string, args: Readonly<Record<string, unknown>>]

/** What a person says, and what a model does about it, step by step. */
export interface Wish {
  readonly say: string
  readonly steps: readonly (readonly Wanted[])[]
  /** Said in the conversation of the wish before. */
  readonly goesOn?: true
}

const list = (path: string): Wanted => ['LIST_FILES', { path }]
const search = (query: string): Wanted => ['SEARCH_FILES', { query }]
const read = (path: string): Wanted => ['READ_FILE', { path }]
const folder = (path: string): Wanted => ['CREATE_FOLDER', { path }]
const move = (path: string, to: string): Wanted => ['MOVE_FILE', { path, to }]
const copy = (path: string, to: string): Wanted => ['COPY_FILE', { path, to }]
const write = (path: string, content: string): Wanted => ['WRITE_FILE', { path, content }]
const append = (path: string, content: string): Wanted => ['WRITE_FILE', { path, content, mode: 'append' }]
const sheet = (path: string, data: readonly object[]): Wanted => ['WRITE_XLSX', { path, data }]
const letter = (path: string, markdown: string): Wanted => ['CREATE_DOCX', { path, markdown }]
const mail = (subject: string, body: string): Wanted => [
  'SEND_EMAIL',
  { to: ['bob@example.test'], subject, body },
]

const wish = (say: string, ...steps: readonly (readonly Wanted[])[]): Wish => ({ say, steps })
const then = (say: string, ...steps: readonly (readonly Wanted[])[]): Wish => ({ say, steps, goesOn: true })

/** An ordinary day of somebody who does their work with an assistant. */
export const workingDay: readonly Wish[] = [
  // Tidying
  wish(
    'Clean up my Downloads folder by kind of file',
    [list('~/Downloads')],
    [
      folder('~/Downloads/Pictures'),
      folder('~/Downloads/Papers'),
      move('~/Downloads/beach.png', '~/Downloads/Pictures/beach.png'),
      move('~/Downloads/hills.png', '~/Downloads/Pictures/hills.png'),
      move('~/Downloads/manual.txt', '~/Downloads/Papers/manual.txt'),
    ],
  ),
  then('Move the pictures to my Pictures folder instead', [
    move('~/Downloads/Pictures/beach.png', '~/Pictures/beach.png'),
    move('~/Downloads/Pictures/hills.png', '~/Pictures/hills.png'),
  ]),
  wish(
    'Collect everything about the Henderson project in one folder',
    [search('henderson')],
    [
      folder('~/Documents/Henderson'),
      move('~/Documents/henderson-notes.txt', '~/Documents/Henderson/notes.txt'),
      move('~/Documents/henderson-budget.csv', '~/Documents/Henderson/budget.csv'),
    ],
  ),
  wish(
    'Clean up the screenshots on my desktop',
    [list('~/Desktop')],
    [
      folder('~/Pictures/Screenshots'),
      move('~/Desktop/Screenshot 1.png', '~/Pictures/Screenshots/Screenshot 1.png'),
      move('~/Desktop/Screenshot 2.png', '~/Pictures/Screenshots/Screenshot 2.png'),
    ],
  ),
  wish(
    'Give the photos of the trip names that one can sort',
    [list('~/Pictures')],
    [
      move('~/Pictures/beach.png', '~/Pictures/2026-10-03 beach.png'),
      move('~/Pictures/hills.png', '~/Pictures/2026-10-04 hills.png'),
    ],
  ),
  wish('What takes up the most space among my documents, I wonder', [
    ['SEARCH_FILES', { query: '*', path: '~/Documents', sort: 'size' }],
  ]),
  wish('Make a backup of the Henderson folder before I change things', [
    ['COMPRESS_FILES', { paths: ['~/Documents/Henderson'], to: '~/Documents/henderson-backup.zip' }],
  ]),
  wish('That draft from last week can go, I will not need it', [
    ['DELETE_FILE', { path: '~/Documents/old-draft.txt' }],
  ]),
  // Writing
  wish('The launch needs a document with the gist of my thoughts', [
    letter('~/Documents/launch.docx', '# Launch\n\nThree things matter.'),
  ]),
  wish(
    'Turn my Henderson notes into a proper report',
    [read('~/Documents/Henderson/notes.txt')],
    [letter('~/Documents/Henderson/report.docx', '# Henderson\n\nThe roof is done.')],
  ),
  then('And keep a short version as plain text beside it', [
    write('~/Documents/Henderson/summary.txt', 'The roof is done.'),
  ]),
  wish('The allotment deserves a text of its own, begin one', [
    write('~/Documents/allotment.md', '# Allotment\n'),
  ]),
  then('Put in that the beans came up', [append('~/Documents/allotment.md', '- The beans came up.\n')]),
  wish(
    'I would like the weekly status in the usual form',
    [read('~/Documents/status-last-week.md')],
    [write('~/Documents/status-this-week.md', '# Status\n\nAll green.')],
  ),
  wish('Draft a letter to the landlord about the heating', [
    letter('~/Documents/landlord.docx', 'Dear Mr Brown,\n\nthe heating is cold.'),
  ]),
  wish('Make a packing list for the mountains that I can print', [
    letter('~/Documents/packing.docx', '- boots\n- rope'),
  ]),
  wish('Could you write up what went wrong with the server on Tuesday as an incident', [
    [
      'CREATE_INCIDENT_REPORT',
      {
        output_path: '~/Documents/incident.docx',
        incident_id: 'INC-7',
        description: 'The shop was away for an hour.',
        root_cause: 'A full disk.',
      },
    ],
  ]),
  wish(
    'Collect the ideas from all my notes in one place',
    [['SEARCH_FILES', { query: '*.md', path: '~/Documents', contains: 'idea' }]],
    [read('~/Documents/ideas.md')],
    [write('~/Documents/all-ideas.md', '- a kite\n')],
  ),
  // Figures
  wish(
    'Create a spreadsheet from the Henderson budget',
    [read('~/Documents/Henderson/budget.csv')],
    [
      sheet('~/Documents/Henderson/budget.xlsx', [
        { item: 'roof', cost: 1200 },
        { item: 'door', cost: 300 },
      ]),
    ],
  ),
  then('Add the windows, they are 800', [
    ['APPEND_XLSX', { path: '~/Documents/Henderson/budget.xlsx', data: [{ item: 'windows', cost: 800 }] }],
  ]),
  then('And show me all that as bars in a picture', [
    [
      'GENERATE_CHART_IMAGE',
      {
        input_path: '~/Documents/Henderson/budget.xlsx',
        output_path: '~/Pictures/budget.png',
        chart_type: 'bar',
      },
    ],
  ]),
  wish('I want to follow my running, set up a sheet with what I tell you: Monday 5, Wednesday 8', [
    sheet('~/Documents/running.xlsx', [
      { day: 'Monday', km: 5 },
      { day: 'Wednesday', km: 8 },
    ]),
  ]),
  wish('Which month was the most expensive according to my household figures', [
    ['READ_XLSX', { path: '~/Documents/household.xlsx' }],
  ]),
  then('Save that comparison as a separate sheet for my partner', [
    sheet('~/Documents/comparison.xlsx', [{ month: 'March', total: 900 }]),
  ]),
  wish('Compare what three suppliers want, as a table in a workbook: A 10, B 12, C 9', [
    sheet('~/Documents/suppliers.xlsx', [{ name: 'A', price: 10 }]),
  ]),
  wish('Could you export the household figures so that another program can read them', [
    ['XLSX_TO_CSV', { path: '~/Documents/household.xlsx', output_path: '~/Documents/household.csv' }],
  ]),
  // Slides
  wish(
    'Make a presentation about the allotment for Thursday',
    [read('~/Documents/allotment.md')],
    [
      [
        'CREATE_PPTX',
        {
          path: '~/Documents/allotment.pptx',
          title: 'Allotment',
          slides: [{ title: 'Beans', bullets: ['came up'] }],
        },
      ],
    ],
  ),
  then('One more slide on the compost', [
    ['ADD_SLIDE_PPTX', { path: '~/Documents/allotment.pptx', title: 'Compost', bullets: ['is warm'] }],
  ]),
  // What others wrote
  wish(
    'The invoice in my Downloads belongs into the workbook where I keep all invoices, and then filed',
    [['READ_PDF', { path: '~/Downloads/invoice.pdf' }]],
    [
      sheet('~/Documents/invoices.xlsx', [{ from: 'Acme', amount: 120 }]),
      move('~/Downloads/invoice.pdf', '~/Documents/invoice-acme.pdf'),
    ],
  ),
  wish('Anything urgent in my inbox this morning, do you think', [['READ_EMAILS', { limit: 5 }]]),
  then('Add the date of the meeting to my calendar', [
    ['CALENDAR_ADD', { title: 'Meeting with Bob', start: '2030-03-04T10:00' }],
  ]),
  wish('Unpack the archive that came yesterday', [
    ['EXTRACT_ARCHIVE', { path: '~/Downloads/photos.zip', to: '~/Pictures/From Bob' }],
  ]),
  wish('What is the paper in my Downloads about, in two sentences', [read('~/Downloads/Papers/manual.txt')]),
  // Mail
  wish('Let Bob know that I am ten minutes late', [mail('Late', 'I am ten minutes late.')]),
  wish('Send Bob a thank-you for the photos', [mail('Thanks', 'Thank you for the photos!')]),
  wish('Ask Bob whether Thursday suits him', [mail('Thursday', 'Does Thursday suit you?')]),
  wish('Mail the Henderson report to Bob', [
    [
      'SEND_EMAIL',
      {
        to: ['bob@example.test'],
        subject: 'Report',
        body: 'Here it is.',
        attachments: ['~/Documents/Henderson/report.docx'],
      },
    ],
  ]),
  // Calendar
  wish('I should go to the dentist on the tenth of May 2030 at nine, remember that for me', [
    ['CALENDAR_ADD', { title: 'Dentist', start: '2030-05-10T09:00' }],
  ]),
  wish('How does the first week of May 2030 look, and where would a long walk fit in', [
    ['CALENDAR_LIST', { from: '2030-05-01', to: '2030-05-31' }],
  ]),
  // Programs
  wish('How many lines of notes have I written altogether, count them with the shell', [
    ['RUN_TERMINAL', { command: 'cat *.md | wc -l', folder: '~/Documents', rights: 'look' }],
  ]),
  wish('Which version of git is on here', [['RUN_TERMINAL', { command: 'git --version', rights: 'look' }]]),
  wish(
    'Make a repository out of my allotment folder',
    [folder('~/Documents/allotment-repo')],
    [['RUN_TERMINAL', { command: 'git init -q', folder: '~/Documents/allotment-repo' }]],
  ),
  // A workflow
  wish('In one go: find my markdown files, pack them up and keep a line about it', [
    [
      'PLAN_WORKFLOW',
      {
        name: 'Pack the notes',
        steps: [
          { id: 'find', action: 'SEARCH_FILES', args: { query: '*.md', path: '~/Documents' } },
          {
            id: 'pack',
            action: 'COMPRESS_FILES',
            args: { paths: ['~/Documents/allotment.md'], to: '~/Documents/notes.zip' },
            depends_on: ['find'],
          },
          {
            id: 'tell',
            action: 'WRITE_FILE',
            args: { path: '~/Documents/packed.txt', content: 'Packed.' },
            depends_on: ['pack'],
          },
        ],
      },
    ],
  ]),
  // Looking
  wish('The lease has to be somewhere among my papers, could you look', [search('lease')]),
  wish('What is in my Pictures these days', [list('~/Pictures')]),
  wish('Read me the first lines of the status of last week', [
    ['READ_FILE', { path: '~/Documents/status-last-week.md', limit: 3 }],
  ]),
  wish('How big is the backup of the Henderson folder?', [
    ['FILE_INFO', { path: '~/Documents/henderson-backup.zip' }],
  ]),
  wish('Is there anything about insurance in my home folder?', [
    ['SEARCH_FILES', { query: 'insurance', path: '~' }],
  ]),
  wish('Put a copy of the packing checklist on my desktop', [
    copy('~/Documents/packing.docx', '~/Desktop/packing.docx'),
  ]),
  wish('My editor should show line numbers from now on, in its own settings', [
    write('~/.vimrc', 'set number\n'),
  ]),
]
