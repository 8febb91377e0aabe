import { folderInput, step, template, textInput } from './template.ts'

const kinds = {
  pictures: { folder: '~/Pictures', endings: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'svg'] },
  documents: { folder: '~/Documents', endings: ['pdf', 'docx', 'odt', 'xlsx', 'ods', 'pptx', 'txt', 'md'] },
  media: { folder: '~/Music', endings: ['mp3', 'flac', 'm4a', 'ogg', 'wav'] },
  archives: { folder: '~/Downloads/Archives', endings: ['zip', 'gz', 'tgz', 'xz', '7z', 'rar'] },
}

export const fileTemplates = [
  template({
    id: 'sort-downloads',
    title: 'Sort downloads by kind',
    description:
      'Moves pictures, documents, music and archives out of Downloads as soon as they are there. Everything else stays.',
    category: 'files',
    inputs: {
      pictures: folderInput('Pictures go to', kinds.pictures.folder),
      documents: folderInput('Documents go to', kinds.documents.folder),
      media: folderInput('Music goes to', kinds.media.folder),
      archives: folderInput('Archives go to', kinds.archives.folder),
    },
    triggers: [{ id: 'landed', type: 'file', path: '~/Downloads', events: ['created'] }],
    steps: Object.entries(kinds).map(([id, { endings }]) =>
      step('MOVE_FILE', {
        id,
        args: { path: '$event.path', to: `$inputs.${id}/$event.name` },
        when: `$event.extension in ${JSON.stringify(endings)}`,
      }),
    ),
  }),

  template({
    id: 'file-invoices',
    title: 'File invoices',
    description:
      'Reads every PDF that lands in Downloads. If it says “invoice”, it is moved to your invoices, and you are told.',
    category: 'files',
    inputs: {
      word: textInput('A word that is in all of them', 'invoice'),
      folder: folderInput('Invoices go to', '~/Documents/Invoices'),
    },
    triggers: [
      {
        id: 'landed',
        type: 'file',
        path: '~/Downloads',
        events: ['created'],
        when: '$event.extension == "pdf"',
      },
    ],
    steps: [
      step('SEARCH_PDF', { id: 'search', args: { path: '$event.path', query: '$inputs.word' } }),
      step('MOVE_FILE', {
        id: 'move',
        args: { path: '$event.path', to: '$inputs.folder/$event.name' },
        depends_on: ['search'],
        when: '$search.total_matches > 0',
      }),
      step('NOTIFY_USER', {
        id: 'tell',
        args: { title: 'Invoice filed', message: '$event.name is now in $inputs.folder.' },
        depends_on: ['move'],
      }),
    ],
  }),

  template({
    id: 'tidy-screenshots',
    title: 'Put screenshots into a folder for each day',
    description: 'Moves each new screenshot in Pictures to a folder that has the date as its name.',
    category: 'files',
    inputs: { folder: folderInput('Screenshots go to', '~/Pictures/Screenshots by day') },
    triggers: [
      {
        id: 'taken',
        type: 'file',
        path: '~/Pictures',
        recursive: false,
        events: ['created'],
        when: 'starts_with(lower($event.name), "screenshot")',
      },
    ],
    steps: [
      step('MOVE_FILE', {
        id: 'move',
        args: { path: '$event.path', to: '$inputs.folder/$today/$event.name' },
      }),
    ],
  }),

  template({
    id: 'old-downloads',
    title: 'Clear out old downloads',
    description:
      'Every Sunday, moves what has been in Downloads for more than 30 days to another folder. Nothing is deleted.',
    category: 'files',
    inputs: {
      from: folderInput('Folder to clear out', '~/Downloads'),
      folder: folderInput('Old files go to', '~/Documents/Old downloads'),
      days: { type: 'number', title: 'Days after which a file is old', default: 30, exclusiveMinimum: 0 },
    },
    triggers: [{ id: 'sunday', type: 'schedule', cron: '0 20 * * 0' }],
    steps: [
      step('LIST_FILES', { id: 'list', args: { path: '$inputs.from', limit: 5_000 } }),
      step('MOVE_FILE', {
        id: 'move',
        args: { path: '$file.path', to: '$inputs.folder/$file.name' },
        depends_on: ['list'],
        for_each: { in: '$list.entries', as: 'file', failures: 100 },
        when: '$file.type == "file" and age_s($file.modified_at) > $inputs.days * 86400',
      }),
    ],
  }),
]
