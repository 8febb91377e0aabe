const LEADS_SOMEWHERE = /^(?:https?:|mailto:|tel:)/i

/** An address that a text may lead to; script and data addresses are none, nor is anything that looks like one. */
export function safeAddress(href: string): string | undefined {
  const address = href.trim()
  if (LEADS_SOMEWHERE.test(address)) return address
  return /^\/(?![/\\])/.test(address) ? address : undefined
}
