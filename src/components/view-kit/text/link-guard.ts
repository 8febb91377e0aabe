import { useCallback, type MouseEvent } from 'react'
import { useService, type Service } from '../service.ts'
import { useViewContext, type ViewContext } from '../view-context.ts'

interface Means {
  readonly service: Service
  readonly context: ViewContext
}

/**
 * Opens an address of an answer. One that a model wrote and the person did not say is shown to them first, whole: a page
 * whose address carries what the model has read would otherwise get it by one press.
 */
export async function openAddress(
  address: string,
  runId: string | undefined,
  { service, context }: Means,
): Promise<void> {
  const open = () => window.open(address, '_blank', 'noopener,noreferrer')
  if (runId === undefined) return void open()
  const { known, shown } = await service
    .call('POST /chat/address', { body: { run_id: runId, address: address.slice(0, 8_192) } })
    // Who cannot be asked does not vouch for it.
    .catch(() => ({ known: false, shown: address }))
  const message = 'The assistant wrote it after reading something private. Its owner sees the whole address.'
  if (known) open()
  else await askAndOpen(address, { message, shown }, context)
}

/** Opens an address once the person has seen it, whole. False when they decline. */
export async function askAndOpen(
  address: string,
  { message, shown }: { message: string; shown: string },
  context: Pick<ViewContext, 'ask'>,
): Promise<boolean> {
  const question = {
    title: 'Open this address?',
    message,
    detail: shown,
    confirmLabel: 'Open',
    dangerous: false,
  }
  if (!(await context.ask(question))) return false
  window.open(address, '_blank', 'noopener,noreferrer')
  return true
}

/** For whatever holds the parts of an answer: every link in it is judged when it is pressed, whichever view drew it. */
export function useLinkGuard(runId: string | undefined): (event: MouseEvent) => void {
  const service = useService()
  const context = useViewContext()
  return useCallback(
    (event) => {
      const link = (event.target as Element).closest('a[href]')
      const isOurs = link instanceof HTMLAnchorElement && link.origin === location.origin
      // What a provider of the service returned, no model wrote.
      if (!(link instanceof HTMLAnchorElement) || isOurs || link.closest('[data-provider]')) return
      if (runId === undefined || event.button > 1) return
      event.preventDefault()
      void openAddress(link.href, runId, { service, context })
    },
    [runId, service, context],
  )
}
