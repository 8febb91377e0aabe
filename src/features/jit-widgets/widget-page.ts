import { createHash } from 'node:crypto'
import { widgetBoot, widgetFrame, widgetHeaders } from '../../contract/widget-frame.ts'

export interface WidgetContent {
  readonly title?: string
  readonly html?: string
  readonly css?: string
  readonly script?: string
  readonly data?: unknown
}

/** A page that a model wrote runs its own script and draws. It has no network, no origin, no forms. */
export const widgetPageHeaders = widgetHeaders(createHash('sha256').update(widgetBoot).digest('base64'))

export function widgetPage({ title = '', html = '', css = '', script = '' }: WidgetContent): string {
  return widgetFrame({ title, widget: { html, css, script } })
}
