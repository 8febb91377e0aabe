import { isWebAddress } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'button'> = ({ label, action }) => [
  {
    kind: 'button',
    label,
    ...(action.kind === 'open' && isWebAddress(action.url) && { url: action.url }),
    ...(action.kind === 'chat' && { says: action.message }),
  },
]
