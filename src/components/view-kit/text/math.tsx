import katex from 'katex'
import 'katex/dist/katex.min.css'
import { useLayoutEffect, useRef } from 'react'

interface FormulaProps {
  readonly tex: string
  readonly isDisplay: boolean
}

/** A formula as it is printed. It is put together from elements, never from HTML; what is no TeX stays as it was written. */
export function Formula({ tex, isDisplay }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    katex.render(tex, place.current!, {
      displayMode: isDisplay,
      throwOnError: false,
      errorColor: 'var(--bad)',
      maxExpand: 300,
      maxSize: 20,
      strict: 'ignore',
      trust: false,
    })
  }, [tex, isDisplay])
  return <span ref={place} />
}
