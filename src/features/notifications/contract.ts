import { Type, type Static } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import {
  closed,
  identifier,
  literals,
  loose,
  nextCursor,
  nullable,
  pageQuery,
  timestamp,
} from '../../contract/schema.ts'

const Action = loose(
  {
    kind: literals(['chat', 'tool', 'workflow', 'store', 'open'], {
      description: 'Kind of action',
    }),
  },
  { description: 'What a click does, as in an interactive component' },
)

const OfferedAction = Type.Object({
  id: identifier('Pass it to POST /api/notifications/:id/actions/:action_id'),
  label: Type.String({ description: 'What its button says' }),
})

export const Notification = Type.Object(
  {
    id: identifier('The notification'),
    type: Type.String({
      description: 'What it is about: calendar_reminder, system_health, workflow_waiting …',
    }),
    level: literals(['info', 'success', 'warning', 'error'], { description: 'How much it matters' }),
    title: Type.String({ description: 'A few words' }),
    message: Type.String({ description: 'The full text, a sentence or two' }),
    action: nullable(Action),
    actions: Type.Array(OfferedAction, {
      description: 'What can be done about it right away; often nothing',
    }),
    sound: Type.Boolean({ description: 'Whether it rings: a timer or an alarm that is due' }),
    count: Type.Integer({ minimum: 1, description: 'How often it happened while unread' }),
    created_at: timestamp('First occurrence'),
    updated_at: timestamp('Last occurrence'),
    read: Type.Boolean({ description: 'Whether it was read' }),
    read_at: nullable(timestamp('When it was read')),
  },
  { $id: 'Notification' },
)
export type Notification = Static<typeof Notification>

const example: Notification = {
  id: 'ntf_17',
  type: 'system_health',
  level: 'warning',
  title: 'The disk is almost full',
  message: 'Only 2.1 GB left on /.',
  action: { kind: 'chat', message: 'show large files' },
  actions: [],
  sound: false,
  count: 3,
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T11:00:00.000Z',
  read: false,
  read_at: null,
}

const dueExample: Notification = {
  ...example,
  id: 'ntf_18',
  type: 'reminder',
  level: 'info',
  title: 'Reminder',
  message: 'Call Anna',
  action: null,
  actions: [
    { id: 'done', label: 'Done' },
    { id: 'snooze_10m', label: 'Snooze 10 min' },
  ],
  count: 1,
}

const IdParams = Type.Object({ id: identifier('The notification') })
const unread = Type.Integer({ minimum: 0, description: 'Total unread notifications' })

export const notificationsContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/notifications',
    summary: 'List notifications, newest first',
    query: closed({
      unread: Type.Optional(Type.Boolean({ description: 'true for unread only, false for read only' })),
      ...pageQuery({ limit: 50, maximum: 200 }),
    }),
    result: Type.Object({ notifications: Type.Array(Notification), unread, next_cursor: nextCursor }),
    example: {
      query: { unread: true, limit: 10 },
      result: { notifications: [example], unread: 1, next_cursor: null },
    },
  },
  markRead: {
    method: 'POST',
    path: '/api/notifications/:id/read',
    summary: 'Mark a notification as read',
    description: 'Marking it again changes nothing.',
    params: IdParams,
    result: Notification,
    errors: ['not_found'],
    example: {
      params: { id: 'ntf_17' },
      result: { ...example, read: true, read_at: '2026-03-02T11:05:00.000Z' },
    },
  },
  markAllRead: {
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark every notification as read',
    result: Type.Object({
      marked: Type.Integer({ minimum: 0, description: 'How many were unread' }),
      unread,
    }),
    example: { result: { marked: 4, unread: 0 } },
  },
  act: {
    method: 'POST',
    path: '/api/notifications/:id/actions/:action_id',
    summary: 'Do one of the actions of a notification',
    description:
      'E.g. stops or snoozes a timer, ticks off a reminder, or answers a question. Each is done once; the notification ' +
      'counts as read then.',
    params: Type.Object({
      id: identifier('The notification'),
      action_id: identifier('One of its actions'),
    }),
    result: Notification,
    errors: ['not_found', 'conflict', 'forbidden'],
    example: {
      params: { id: 'ntf_18', action_id: 'done' },
      result: { ...dueExample, read: true, read_at: '2026-03-02T11:05:00.000Z' },
    },
  },
  remove: {
    method: 'DELETE',
    path: '/api/notifications/:id',
    summary: 'Remove a notification',
    params: IdParams,
    result: Type.Object({ id: identifier('The notification'), deleted: Type.Boolean() }),
    errors: ['not_found'],
    example: { params: { id: 'ntf_17' }, result: { id: 'ntf_17', deleted: true } },
  },
})
