import { Reply, type Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Publish } from '../../contract/event.ts'
import { componentPatched } from '../../contract/event-types.ts'
import type { Database } from '../../platform/database/database.ts'
import type { jitWidgetsContract } from './contract.ts'
import { widgetPage, widgetPageHeaders, type WidgetContent } from './widget-page.ts'

export function jitWidgetsHandlers({
  database,
  publish,
}: {
  database: Database
  publish: Publish
}): Handlers<typeof jitWidgetsContract> {
  return {
    page({ params: { id } }) {
      const page = widgetPage(contentOf(database, id))
      return new Reply(page, { headers: widgetPageHeaders })
    },

    readData: ({ params: { id } }) => ({ id, data: contentOf(database, id).data ?? null }),

    async writeData({ params: { id }, body: { data } }) {
      await database.write(() => {
        const content = { ...contentOf(database, id), data }
        database.prepare('UPDATE jit_widgets SET content = ? WHERE id = ?').run(JSON.stringify(content), id)
      })
      publish(componentPatched, { id, patch: [{ op: 'add', path: '/data', value: data }] })
      return { id, data }
    },
  }
}

function contentOf(database: Database, id: string): WidgetContent {
  const row = database.prepare('SELECT content FROM jit_widgets WHERE id = ?').get(id)
  if (row) return JSON.parse(String(row['content'])) as WidgetContent
  throw new AppError('not_found', `No widget "${id}". It is deleted with its conversation.`)
}
