import { Type } from '../../contract/type.ts'
import { declareSetting } from './declare-setting.ts'
import { FolderPath, HostAndPort, HostHeader, Origin } from './value-schemas.ts'

const group = 'Access and safety'
const files = 'Search in files'

export const accessSettings = [
  declareSetting({
    name: 'TOKEN',
    label: 'Access token',
    advanced: true,
    group: 'Access token',
    description:
      'Turns on bearer authentication: every caller must then send this token. At least 32 characters.',
    schema: Type.String({ minLength: 32, maxLength: 512, pattern: '^[\\u0021-\\u007e]+$' }),
    default: null,
    secret: true,
  }),
  declareSetting({
    name: 'ALLOWED_HOSTS',
    label: 'Allowed host names',
    advanced: true,
    group,
    description: "Host names, besides this machine's, under which the service may be called.",
    schema: Type.Array(HostHeader, { maxItems: 100, uniqueItems: true }),
    default: [],
    example: ['desk.example.org'],
  }),
  declareSetting({
    name: 'ALLOWED_ORIGINS',
    label: 'Allowed web origins',
    advanced: true,
    group,
    description: 'Web origins that may call the service from a browser, each written in full.',
    schema: Type.Array(Origin, { maxItems: 100, uniqueItems: true }),
    default: [],
    example: ['https://desk.example.org'],
  }),
  declareSetting({
    name: 'ALLOWED_PRIVATE_TARGETS',
    label: 'Allowed private addresses',
    advanced: true,
    group,
    description: 'Private addresses that feeds, pages and plugins may be fetched from, as host:port.',
    schema: Type.Array(HostAndPort, { maxItems: 100, uniqueItems: true }),
    default: [],
    example: ['192.0.2.10:8080'],
  }),
  declareSetting({
    name: 'ALLOWED_FOLDERS',
    label: 'Allowed folders',
    group,
    description:
      'Folders, besides Documents, Downloads, Desktop, Pictures, Music and Videos, where the assistant and plugins may read and write without asking. Never your whole home folder, a hidden folder or a system folder.',
    schema: Type.Array(FolderPath, { maxItems: 100, uniqueItems: true }),
    default: [],
    example: ['~/Projects'],
  }),
  declareSetting({
    name: 'CONTENT_INDEX',
    label: 'Index file contents',
    group: files,
    description:
      "Index your files' contents in the background so you can search them. The index stays on this machine; off deletes it.",
    schema: Type.Enum(['on', 'off']),
    default: 'on',
  }),
  declareSetting({
    name: 'CONTENT_INDEX_LEAVE_OUT',
    label: 'Folders to leave out',
    group: files,
    description: 'Folders not to index, with everything in them.',
    schema: Type.Array(FolderPath, { maxItems: 100, uniqueItems: true }),
    default: [],
    example: ['~/Documents/Diary'],
  }),
  declareSetting({
    name: 'APPROVAL_MODE',
    label: 'When to ask first',
    group,
    description:
      'When a model or a generated workflow must ask first: for risky tools, for every tool, or never.',
    schema: Type.Enum(['risky', 'always', 'never']),
    default: 'risky',
  }),
  declareSetting({
    name: 'COMPUTER_CONTROL',
    label: 'Computer control',
    group,
    description: 'Let the service use the mouse, keyboard and screen.',
    schema: Type.Enum(['on', 'off']),
    default: 'on',
  }),
  declareSetting({
    name: 'COMPUTER_DEVTOOLS',
    label: 'Read pages over DevTools',
    advanced: true,
    group,
    description:
      'Ask a running Chromium browser or Electron application over its DevTools port for the page in front, if it tells nothing of it otherwise. It has such a port only if you opened it; other programs on this machine can use it too.',
    schema: Type.Enum(['on', 'off']),
    default: 'off',
  }),
  declareSetting({
    name: 'COMPUTER_RECORDING',
    label: 'Record computer tasks',
    group,
    description:
      'Record what computer control sees and does, so that you can replay it on the Desk page. Secrets are masked.',
    schema: Type.Enum(['on', 'off']),
    default: 'on',
  }),
  declareSetting({
    name: 'COMPUTER_RECORDING_DAYS',
    label: 'Days to keep recordings',
    advanced: true,
    group,
    description: 'Days to keep the recording of a computer task.',
    schema: Type.Integer({ minimum: 1, maximum: 3650 }),
    default: 30,
  }),
  declareSetting({
    name: 'COMPUTER_RECORDING_MB',
    label: 'Space for all recordings',
    advanced: true,
    group,
    description: 'Megabytes that all recordings of computer tasks may take. The oldest are deleted first.',
    schema: Type.Integer({ minimum: 1, maximum: 100_000 }),
    default: 500,
  }),
  declareSetting({
    name: 'COMPUTER_RECORDING_TASK_MB',
    label: 'Space per recording',
    advanced: true,
    group,
    description:
      'Megabytes that the recording of one computer task may take. Later steps are recorded without a picture.',
    schema: Type.Integer({ minimum: 1, maximum: 10_000 }),
    default: 50,
  }),
] as const
