import { Circle, type LucideIcon } from 'lucide-react'
import * as everyday from './everyday.ts'
import * as signs from './interface.ts'
import * as nature from './nature.ts'

/** The icons that components may name. */
const icons: Readonly<Record<string, LucideIcon>> = { ...everyday, ...signs, ...nature }

/** `cloud-sun` as the component `CloudSun`. One that is not in the set is a plain circle. */
export function IconFromSet({ name, className }: { name: string; className: string }) {
  const found = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const Icon = icons[found] ?? Circle
  return <Icon aria-hidden className={className} />
}
