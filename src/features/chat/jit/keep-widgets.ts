import type { Component } from '../../../contract/component-schema.ts'
import type { Database } from '../../../platform/database/database.ts'
import { typeOf } from '../components/check-components.ts'
import type { Members } from '../components/json-schema.ts'
import { childLists, type KnownTypes } from '../components/known-types.ts'

/** What a page of its own is made of, under the id of the component. */
export interface StoredWidget {
  readonly id: string
  readonly content: Readonly<Record<string, unknown>>
}

/** The just-in-time widgets in a component, itself included. */
export function widgetsIn(component: Component, known: KnownTypes): StoredWidget[] {
  const type = known.get(component.type)
  if (!type) return []
  const inner = childLists(component as Members, type).flatMap(({ list }) =>
    (list as Component[]).flatMap((child) => widgetsIn(child, known)),
  )
  if (typeOf(component) !== 'jit_widget') return inner
  const { type: _type, id, height: _height, topics: _topics, alt: _alt, ...content } = component
  return [...inner, { id: String(id), content }]
}

/** In the transaction in which the component itself is written; deleted with the conversation. */
export function keepWidgets(
  database: Database,
  { widgets, session_id }: { widgets: readonly StoredWidget[]; session_id: string },
): void {
  const insert = database.prepare(
    `INSERT INTO jit_widgets (id, session_id, content) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
  )
  for (const { id, content } of widgets) insert.run(id, session_id, JSON.stringify(content))
}
