const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands in HTML, between tags or in an attribute. */
export function markup(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => NAMES[letter]!)
}
