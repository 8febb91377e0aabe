import { existsSync } from 'node:fs'
import type { Surroundings } from './guide-stage.ts'

/** What a module in `pages/` makes for the page of its name. */
export type Prepare = () => Promise<Surroundings & Partial<AsyncDisposable>>

/** What is around a reader of this page. Most pages need nothing. */
export async function surroundingsOf(page: string): Promise<Surroundings & Partial<AsyncDisposable>> {
  const name = page.replace(/^docs\//, '').replace(/\.md$/, '')
  const module = new URL(`pages/${name.toLowerCase()}.ts`, import.meta.url)
  if (!existsSync(module)) return {}
  const { prepare } = (await import(module.href)) as { prepare: Prepare }
  return prepare()
}
