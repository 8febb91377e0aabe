import { AppWindow } from 'lucide-react'
import { Card } from '../../../src/components/view-kit/card.tsx'
import type { ViewProps, ViewRegistry } from '../../../src/components/view-kit/view-entry.ts'
import { views } from '../../../src/components/views.tsx'

/** All views. What needs a frame of its own is named: a host allows none within this page. */
export const appViews: ViewRegistry = {
  ...views,
  jit_widget: { View: WidgetElsewhere, size: 'medium', height: 90 },
  mcp_app: { View: AppElsewhere, size: 'wide', height: 90 },
}

function WidgetElsewhere({ title, alt }: ViewProps<'jit_widget'>) {
  return (
    <Card icon={<AppWindow aria-hidden className="size-4" />} title={title}>
      {alt !== undefined && <p className="mb-2">{alt}</p>}
      <p className="text-sm text-ink-3">This widget brings code of its own. Open Deskhand to use it.</p>
    </Card>
  )
}

function AppElsewhere({ title, server, text = '' }: ViewProps<'mcp_app'>) {
  return (
    <Card
      icon={<AppWindow aria-hidden className="size-4" />}
      title={title ?? server}
      subtitle={`App of ${server}`}
    >
      {text !== '' && <p className="mb-2 wrap-anywhere whitespace-pre-wrap">{text}</p>}
      <p className="text-sm text-ink-3">Open Deskhand to use this app.</p>
    </Card>
  )
}
