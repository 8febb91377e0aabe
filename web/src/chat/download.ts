interface SavedFile {
  readonly filename: string
  readonly media_type: string
  readonly content: string
}

/** Saves a text as a file, where the browser keeps what is downloaded. */
export function download({ filename, media_type, content }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([content], { type: media_type }))
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // The browser has begun to read it once the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
