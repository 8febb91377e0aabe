import { Circle, type LucideIcon } from 'lucide-react'
import * as icons from './icon-names.ts'

/** `cloud-sun` as the component `CloudSun`. One that is not in the set is a plain circle. */
export function IconFromSet({ name, className }: { name: string; className: string }) {
  const found = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const Icon = (icons as Readonly<Record<string, LucideIcon>>)[found] ?? Circle
  return <Icon aria-hidden className={className} />
}
