import { createContext, useLayoutEffect, useRef } from 'react'

/** Whether the text around is being written, or was when it was first drawn. */
export const GrowingContext = createContext(false)

/**
 * What comes is put behind what stands there already. Written anew with every word, a long paragraph would be laid out anew
 * as a whole, and what somebody has selected in it would be lost.
 */
export function GrowingText({ text }: { text: string }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const span = place.current!
    const written = span.firstChild as Text | null
    if (!written) span.append(text)
    else if (text.startsWith(written.data)) written.appendData(text.slice(written.length))
    else written.data = text
  }, [text])
  return <span ref={place} />
}
