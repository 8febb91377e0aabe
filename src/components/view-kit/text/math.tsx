import katex from 'katex'
import 'katex/dist/katex.min.css'
import { useLayoutEffect, useRef } from 'react'

interface FormulaProps {
  readonly tex: string
  readonly isDisplay: boolean
  /** As it was written, signs included. */
  readonly raw: string
}

/** A formula as it is printed. It is put together from elements, never from HTML; what is no TeX stays as it was written. */
export function Formula({ tex, isDisplay, raw }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const span = place.current!
    try {
      katex.render(tex, span, { displayMode: isDisplay, maxExpand: 300, maxSize: 20, strict: 'ignore' })
    } catch {
      span.textContent = raw
    }
  }, [tex, isDisplay, raw])
  return <span ref={place} />
}
