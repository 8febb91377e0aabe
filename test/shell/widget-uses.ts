import type { Locator, Page } from 'playwright-core'
import { Keys } from './keys.ts'
import type { ShellStage } from './stage.ts'
import { showWidgets } from './tier1-widgets.ts'

export interface UsedWidget {
  readonly page: Page
  readonly keys: Keys
  readonly card: Locator
  /** What the store holds under the id of the widget. */
  readonly kept: () => Promise<object>
  readonly problems: () => string[]
}

/** A name that is whole, and not part of another one. */
export const button = (card: Locator, name: string) => card.getByRole('button', { name, exact: true })
export const field = (card: Locator, name: string) => card.getByRole('textbox', { name, exact: true })

/** One widget alone, for who has no mouse. */
export async function useWidget(
  stage: ShellStage,
  component: { readonly type: string; readonly id?: string; readonly [member: string]: unknown },
  title: string,
): Promise<UsedWidget> {
  const { page, card, problems } = await showWidgets(stage, [component])
  const kept = async () =>
    (await stage.service.client.store.get({ params: { key: component.id ?? '' } })) as object
  return { page, keys: new Keys(page), card: card(title), kept, problems }
}
