import { folderInput, rowSteps, step, template, textInput } from './template.ts'

export const mailTemplates = [
  template({
    id: 'save-attachments',
    title: 'Save attachments',
    description: 'Saves the attachments of each new email to a folder, and tells you. Needs a mail account.',
    category: 'mail',
    inputs: { folder: folderInput('Attachments go to', '~/Documents/Attachments') },
    triggers: [{ id: 'mail', type: 'mail', when: 'size($event.attachments) > 0' }],
    steps: [
      step('DOWNLOAD_ATTACHMENT', {
        id: 'save',
        args: { email_id: '$event.message_id', folder: '$event.folder', save_dir: '$inputs.folder' },
      }),
      step('NOTIFY_USER', {
        id: 'tell',
        args: { title: 'Attachments saved', message: '$save.count from $event.from: $event.subject' },
        depends_on: ['save'],
      }),
    ],
  }),

  template({
    id: 'mail-from',
    title: 'Tell me when somebody writes',
    description: 'Shows a notification when an email comes from a person or a company. Needs a mail account.',
    category: 'mail',
    inputs: { sender: textInput('Address of the sender, or a part of it', '@example.org') },
    triggers: [{ id: 'mail', type: 'mail' }],
    steps: [
      step('NOTIFY_USER', {
        id: 'tell',
        args: { title: 'New email', message: '$event.from: $event.subject' },
        when: 'contains(lower($event.from), lower($inputs.sender))',
      }),
    ],
  }),

  template({
    id: 'mail-to-todo',
    title: 'Mail yourself a to-do',
    description:
      'Puts an email on your to-do list if it comes from your own address and its subject begins with “todo”. Needs a mail account.',
    category: 'mail',
    inputs: { sender: textInput('Your address', 'me@example.org') },
    triggers: [{ id: 'mail', type: 'mail', when: 'starts_with(lower($event.subject), "todo")' }],
    steps: [
      step('TODO_LIST', {
        id: 'add',
        args: { add: [{ text: '$event.subject', note: 'By email on $today' }] },
        when: 'lower($event.from) == lower($inputs.sender)',
      }),
    ],
  }),

  template({
    id: 'log-orders',
    title: 'Keep a list of orders',
    description:
      'Adds each order confirmation, receipt and invoice that comes by email to a spreadsheet. Needs a mail account.',
    category: 'mail',
    inputs: {
      folder: folderInput('Folder of the spreadsheet', '~/Documents/Orders'),
      file: textInput('Its name', 'Orders.xlsx'),
    },
    triggers: [
      {
        id: 'mail',
        type: 'mail',
        when: 'any([contains(lower($event.subject), "order"), contains(lower($event.subject), "receipt"), contains(lower($event.subject), "invoice")])',
      },
    ],
    steps: rowSteps({ Date: '$today', From: '$event.from', Subject: '$event.subject' }),
  }),
]
