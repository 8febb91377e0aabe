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
  const question = {
    title: 'Open this address?',
    message: 'The assistant wrote it after reading something private. Its owner sees the whole address.',
    detail: shown,
    confirmLabel: 'Open',
    dangerous: false,
  }
  if (known || (await context.ask(question))) open()
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
