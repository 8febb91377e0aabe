import type { ReactNode } from 'react'

/** Leads to a page of another host; anything that is not one stays plain text. */
export function OutLink({
  url,
  className = '',
  children,
}: {
  url: string | null
  className?: string
  children: ReactNode
}) {
  if (url === null || !/^(?:https?:\/\/|mailto:|tel:)/i.test(url))
    return (
      <span dir="auto" className={className}>
        {children}
      </span>
    )
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      dir="auto"
      className={`hover:underline ${className}`}
    >
      {children}
    </a>
  )
}
