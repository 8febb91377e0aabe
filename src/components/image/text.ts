import { sourceNote } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

// Only named, and led to on the web: an address that is fetched by being read can carry out what it should not.
export const describe: Description<'image'> = ({ url, alt, caption, source }) => [
  { kind: 'picture', label: caption ?? (alt || 'Picture'), url },
  sourceNote(source),
]
