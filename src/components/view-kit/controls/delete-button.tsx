import { Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from './controls.tsx'

/** The button that takes one thing away; its label says which. */
export function DeleteButton(props: Omit<ComponentProps<typeof IconButton>, 'children'>) {
  return (
    <IconButton {...props}>
      <Trash2 aria-hidden className="size-4" />
    </IconButton>
  )
}
