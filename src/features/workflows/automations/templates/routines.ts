import { folderInput, rowSteps, step, template, textInput } from './template.ts'

export const routineTemplates = [
  template({
    id: 'focus',
    title: 'Focus, then take a break',
    description: 'Say “start focus” in the chat: 25 minutes later, a notification tells you to take a break.',
    category: 'routines',
    inputs: { minutes: { type: 'number', title: 'Minutes', default: 25, exclusiveMinimum: 0 } },
    triggers: [{ id: 'said', type: 'chat', phrases: ['start focus', 'start a focus session'] }],
    mode: 'restart',
    steps: [
      step('SET_VALUES', { id: 'length', args: { compute: { seconds: '$inputs.minutes * 60' } } }),
      step('WAIT_FOR', { id: 'wait', args: { for_s: '$length.seconds' }, depends_on: ['length'] }),
      step('NOTIFY_USER', {
        id: 'tell',
        args: { title: 'Take a break', message: '$inputs.minutes minutes are over.' },
        depends_on: ['wait'],
      }),
    ],
  }),

  template({
    id: 'todo-as-file',
    title: 'Keep my to-do list as a text file',
    description:
      'Writes your to-do list into a text file whenever it changes, so that other programs can read it.',
    category: 'routines',
    inputs: { folder: folderInput('Folder of the file', '~/Documents') },
    triggers: [{ id: 'changed', type: 'store', key: 'todo', debounce_s: 5 }],
    steps: [
      step('TODO_LIST', { id: 'read', args: { limit: 500 } }),
      step('WRITE_FILE', {
        id: 'write',
        args: { path: '$inputs.folder/todo.txt', content: '$read.entries[*].text\n' },
        depends_on: ['read'],
      }),
    ],
  }),
]

export const connectionTemplates = [
  template({
    id: 'list-from-phone',
    title: 'Add to a list from my phone',
    description:
      'Gives you a secret address. A shortcut on your phone that sends {"text": "Milk"} there adds it to your list.',
    category: 'connections',
    inputs: { list: textInput('Name of the list', 'shopping') },
    triggers: [{ id: 'phone', type: 'webhook', when: 'not empty($event.body.text)' }],
    steps: [
      step('TODO_LIST', { id: 'add', args: { list: '$inputs.list', add: [{ text: '$event.body.text' }] } }),
    ],
  }),

  template({
    id: 'form-to-sheet',
    title: 'Collect form answers in a spreadsheet',
    description:
      'Gives you a secret address for a web form. Each answer with name, email and message becomes a row, and you are told.',
    category: 'connections',
    inputs: {
      folder: folderInput('Folder of the spreadsheet', '~/Documents/Forms'),
      file: textInput('Its name', 'Answers.xlsx'),
    },
    triggers: [{ id: 'form', type: 'webhook', when: 'not empty($event.body.name)' }],
    steps: [
      ...rowSteps({
        Date: '$today',
        Name: '$event.body.name',
        Email: '$event.body.email',
        Message: '$event.body.message',
      }),
      step('NOTIFY_USER', {
        id: 'tell',
        args: { title: 'New answer', message: '$event.body.name wrote: $event.body.message' },
        depends_on: ['create', 'append'],
      }),
    ],
  }),
]
