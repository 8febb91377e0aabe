import { folderInput, step, template } from './template.ts'

export const machineTemplates = [
  template({
    id: 'disk-full',
    title: 'Warn me before the disk is full',
    description:
      'When the disk has been more than 90 % full for five minutes, tells you which files are the largest.',
    category: 'machine',
    inputs: { folder: folderInput('Where to look for large files', '~') },
    triggers: [
      {
        id: 'full',
        type: 'metric',
        when: '$event.disk != null and $event.disk.used_percent > 90',
        for_s: 300,
        clear: '$event.disk != null and $event.disk.used_percent < 85',
      },
    ],
    steps: [
      step('SEARCH_FILES', {
        id: 'find',
        args: {
          query: '*',
          path: '$inputs.folder',
          type: 'file',
          min_bytes: 10_000_000,
          sort: 'size',
          limit: 10,
        },
      }),
      step('NOTIFY_USER', {
        id: 'tell',
        args: {
          title: 'The disk is nearly full',
          message: '$event.disk.used_percent % are used. The largest files:\n$find.results[*].name',
          level: 'warning',
        },
        depends_on: ['find'],
      }),
    ],
  }),

  template({
    id: 'battery-low',
    title: 'Warn me when the battery is low',
    description: 'Shows a notification when the battery has less than 20 % and is not being charged.',
    category: 'machine',
    triggers: [
      {
        id: 'low',
        type: 'metric',
        when: '$event.battery != null and $event.battery.percent < 20 and $event.battery.state == "discharging"',
        clear: '$event.battery != null and $event.battery.percent > 30',
      },
    ],
    steps: [
      step('NOTIFY_USER', {
        id: 'tell',
        args: {
          title: 'Battery low',
          message: '$event.battery.percent % left. Plug it in.',
          level: 'warning',
        },
      }),
    ],
  }),

  template({
    id: 'failed-work',
    title: 'Put failed work on my to-do list',
    description:
      'When a workflow or an automation fails, adds it to your to-do list, so that you look at it.',
    category: 'machine',
    triggers: [{ id: 'failed', type: 'workflow', status: ['failed'] }],
    steps: [
      step('TODO_LIST', {
        id: 'add',
        args: {
          add: [{ text: 'Look why “$event.name” failed', note: '$event.workflow_id', priority: 'high' }],
        },
      }),
    ],
  }),

  template({
    id: 'problem-log',
    title: 'Keep a log of problems',
    description: 'Adds each warning and each error that you are notified of to a text file.',
    category: 'machine',
    inputs: { folder: folderInput('Folder of the log', '~/Documents') },
    triggers: [{ id: 'raised', type: 'notification', when: '$event.level in ["warning", "error"]' }],
    steps: [
      step('WRITE_FILE', {
        id: 'write',
        args: {
          path: '$inputs.folder/problems.txt',
          content: '$now $event.level: $event.title. $event.message\n',
          mode: 'append',
        },
      }),
    ],
  }),
]
