import { folderInput, step, template } from './template.ts'

export const backupTemplates = [
  template({
    id: 'weekly-backup',
    title: 'Zip a folder every Friday',
    description:
      'Every Friday at 5 pm, packs a folder into an archive with the date in its name. Tells you when it is done, and when it failed.',
    category: 'backups',
    inputs: {
      folder: folderInput('Folder to back up', '~/Documents'),
      backups: folderInput('Archives go to', '~/Backups'),
    },
    triggers: [{ id: 'friday', type: 'schedule', cron: '0 17 * * 5', catch_up: 'latest' }],
    steps: [
      step('COMPRESS_FILES', {
        id: 'zip',
        args: { paths: ['$inputs.folder'], to: '$inputs.backups/backup-$today.zip', overwrite: true },
      }),
      step('NOTIFY_USER', {
        id: 'tell',
        args: { title: 'Backup done', message: 'Packed into $zip.path', level: 'success' },
        depends_on: ['zip'],
      }),
      step('NOTIFY_USER', {
        id: 'warn',
        args: { title: 'Backup failed', message: '$error.message', level: 'error' },
        depends_on: ['zip'],
        after: 'failure',
      }),
    ],
  }),

  template({
    id: 'second-copy',
    title: 'Keep a second copy of documents',
    description:
      'Copies each file that you save in Documents to another folder, such as one on a second disk. Files in subfolders are left out.',
    category: 'backups',
    inputs: { folder: folderInput('Copies go to', '~/Backups/Documents') },
    triggers: [
      { id: 'saved', type: 'file', path: '~/Documents', events: ['created', 'changed'], settle_s: 5 },
    ],
    steps: [
      step('COPY_FILE', {
        id: 'copy',
        args: { path: '$event.path', to: '$inputs.folder/$event.name', overwrite: true },
      }),
    ],
  }),
]
