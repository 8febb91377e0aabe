import { createRoot } from 'react-dom/client'
import type { Component } from '../../../src/contract/component-schema.ts'
import { sharedState } from '../frame/external-state.ts'
import { AnswerApp, type Shown } from './answer-app.tsx'
import { Bridge, type Params } from './bridge.ts'
import { greetHost } from './host.ts'
import { speakAs } from './host-locale.ts'
import { applyLook, watchSize } from './host-look.ts'
import { hostService } from './host-service.ts'
import { openThroughHost } from './links.ts'
import { Looks } from './looks.ts'
import { ensureStorage } from './page-storage.ts'
import { createBeside, createViewContext } from './view-context.ts'
import './app.css'

ensureStorage()
const place = document.getElementById('root')!
if (window.parent === window) place.textContent = 'This page shows answers of Deskhand in other programs.'
else void start(new Bridge(window.parent))

async function start(bridge: Bridge): Promise<void> {
  const shown = sharedState<Shown>({ kind: 'waiting' })
  bridge.onNotice('ui/notifications/tool-result', (result) => shown.set(shownBy(result)))
  bridge.onNotice('ui/notifications/tool-cancelled', () => shown.set({ kind: 'cancelled' }))
  const host = await greetHost(bridge)
  speakAs(host.context.get)
  applyLook(host.context.get())
  const events = new Looks()
  const service = hostService({ bridge, host, onChange: () => events.look() })
  const beside = createBeside()
  const context = createViewContext({ bridge, service, events, beside })
  openThroughHost({ bridge, canOpen: host.can('openLinks'), onRefused: (text) => beside.notice.set(text) })
  const root = createRoot(place)
  const draw = () => root.render(<AnswerApp {...{ shown, beside, service, context }} />)
  host.context.subscribe(() => {
    applyLook(host.context.get())
    draw()
  })
  bridge.onRequest('ui/resource-teardown', () => {
    context.stored.flush()
    root.unmount()
    return {}
  })
  draw()
  watchSize((size) => bridge.notify('ui/notifications/size-changed', size))
}

/** A result that has no components is shown as what it says. */
function shownBy({ structuredContent, content }: Params): Shown {
  const { components, run_id } = (structuredContent ?? {}) as { components?: unknown; run_id?: unknown }
  if (Array.isArray(components) && components.length > 0)
    return {
      kind: 'answer',
      components: components as Component[],
      runId: typeof run_id === 'string' ? run_id : undefined,
    }
  const blocks = Array.isArray(content) ? (content as { text?: unknown }[]) : []
  const text = blocks.flatMap((block) => (typeof block.text === 'string' ? [block.text] : [])).join('\n\n')
  return { kind: 'words', text: text === '' ? 'Done.' : text }
}
