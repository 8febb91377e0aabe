import type { Bridge } from './bridge.ts'

interface Means {
  readonly bridge: Bridge
  readonly canOpen: boolean
  /** Told what is not opened, and why. */
  readonly onRefused: (sentence: string) => void
}

/** A page in a sandbox opens nothing itself: every link goes through the host, which may ask its user. */
export function openThroughHost({ bridge, canOpen, onRefused }: Means): void {
  const open = (address: string) => {
    const url = URL.parse(address)
    if (url === null || !/^(?:https?|mailto|tel):$/.test(url.protocol))
      return onRefused('This is a page of Deskhand itself. Open it there.')
    if (!canOpen) return onRefused(`This program opens no links. The address is ${url.href}`)
    bridge
      .request('ui/open-link', { url: url.href })
      .then((answer) => {
        if ((answer as { isError?: boolean } | undefined)?.isError === true)
          onRefused('The link was not opened.')
      })
      .catch(() => onRefused('The link was not opened.'))
  }
  window.open = (address) => {
    open(String(address))
    return null
  }
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href]')
    // What a view has taken care of comes through `window.open`.
    if (!link || event.defaultPrevented || link.hasAttribute('download')) return
    event.preventDefault()
    open(link.getAttribute('href') ?? '')
  })
}
