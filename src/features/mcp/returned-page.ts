/** What a browser shows that was sent back here. It needs nothing else, so that it may load nothing else. */
export function returnedPage({ title, text }: { title: string; text: string }): string {
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${escaped(title)} – Deskhand</title><h1>${escaped(title)}</h1><p>${escaped(text)}</p></html>`
  )
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
