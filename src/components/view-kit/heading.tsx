import { createContext, use, type ComponentProps } from 'react'

/** The level of a heading that stands here: one below that of what it is part of. The page itself has the first. */
export const HeadingLevel = createContext(2)

/** A heading of the level that fits where it stands, so that who goes from heading to heading misses none. */
export function Heading({ below = 0, ...props }: ComponentProps<'h2'> & { below?: number | undefined }) {
  const Tag = `h${Math.min(6, use(HeadingLevel) + below)}` as 'h2'
  return <Tag {...props} />
}
