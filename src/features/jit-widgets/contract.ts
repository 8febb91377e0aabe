import { defineContract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { closed, identifier } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'

const params = Type.Object({ id: identifier('Id of the jit_widget component') })

const WidgetData = Type.Object({
  id: identifier('The widget'),
  data: Type.Unknown({ description: 'Its latest data; null if none' }),
})

const example = { params: { id: 'cmp_6m2d8w4x9a' } }

export const jitWidgetsContract = defineContract({
  page: {
    method: 'GET',
    path: '/widget/:id',
    summary: 'The page of a just-in-time widget',
    description:
      'For an iframe in the shell, with sandbox="allow-scripts". It runs without network and without its own ' +
      'origin: its data arrives in messages from the shell.',
    params,
    result: Type.String({ description: 'HTML' }),
    mediaType: 'text/html; charset=utf-8',
    errors: ['not_found'],
    example: { ...example, result: '<!doctype html>…' },
  },

  readData: {
    method: 'GET',
    path: '/widget/:id/data',
    summary: 'Read the data of a just-in-time widget',
    params,
    result: WidgetData,
    errors: ['not_found'],
    example: { ...example, result: { ...example.params, data: { total: 3 } } },
  },

  writeData: {
    method: 'POST',
    path: '/widget/:id/data',
    summary: 'Send new data to a just-in-time widget',
    description:
      'Stored, and sent as the event component.patch on GET /api/events and the Unix socket; the shell passes it on ' +
      'to the widget.',
    params,
    body: closed({ data: Type.Unknown({ description: 'Any JSON value' }) }),
    bodyLimit: limits.store_value_bytes.value,
    result: WidgetData,
    errors: ['not_found'],
    example: { ...example, body: { data: { total: 3 } }, result: { ...example.params, data: { total: 3 } } },
  },
})
