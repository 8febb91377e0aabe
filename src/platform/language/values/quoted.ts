/** What stands in quotes; quotes within words are apostrophes. */
export function readQuoted(text: string): string | undefined {
  const match =
    /["“”«»]([^"“”«»]+)["“”«»]/.exec(text) ??
    /(?:^|[\s,(:])['‘]([^'‘’]*(?:['’]\w[^'‘’]*)*)['’](?=$|[\s,.?!):])/.exec(text)
  const inner = match?.[1]?.trim().replace(/[,.]$/, '')
  return inner === undefined || inner === '' ? undefined : inner
}

const path = /(?:^|[\s"'(])((?:~|\.{0,2})\/[^\s"'()]*[^\s"'().,?!]|~(?=[\s"'),.?!]|$))/
const fileName =
  /(?:^|[\s"'(/])([\p{L}\d][\p{L}\d_.-]*\.(?:pdf|docx?|xlsx?|pptx?|txt|md|csv|json|xml|html?|png|jpe?g|gif|svg|mp3|mp4|mov|zip|tar|gz|py|js|ts|sh|log|odt|ods|epub|rtf|yaml|yml|ics|eml|webp|heic|wav))(?=$|[\s"'),?!]|\.(?:\s|$))/iu
const webAddress = /\bhttps?:\/\/[^\s"'<>]+[^\s"'<>.,?!)]/i
const bareAddress =
  /(?:^|\s)((?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|co|uk|de|no|fr|eu|info|blog|news)(?:\/[^\s"'<>]*)?)(?=$|[\s,?!]|\.(?:\s|$))/i

/** A path with at least one slash, or `~`. */
export function readPath(text: string): string | undefined {
  return path.exec(text)?.[1]
}

export function readFileName(text: string): string | undefined {
  return fileName.exec(text)?.[1]
}

/** A web address; one without a scheme is taken to be https. */
export function readAddress(text: string): string | undefined {
  const whole = webAddress.exec(text)?.[0]
  if (whole !== undefined) return whole
  const bare = bareAddress.exec(text)?.[1]
  return bare === undefined ? undefined : `https://${bare}`
}

/** Every address of mail in a text, each once. */
export function addressesIn(text: string): string[] | undefined {
  const found = text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g)
  return found ? [...new Set(found)] : undefined
}
