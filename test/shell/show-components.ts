import type { Locator } from 'playwright-core'
import type { OpenOptions } from './profiles.ts'
import type { OpenedPage, ShellStage } from './stage.ts'

export interface Shown extends OpenedPage {
  /** The card with this title. */
  card(title: string): Locator
}

/** A tab whose conversation has one answer with these components. */
export async function showComponents(
  stage: ShellStage,
  components: readonly { type: string; id?: string; [member: string]: unknown }[],
  options: OpenOptions = {},
): Promise<Shown> {
  stage.chat.script = function* () {
    for (const [index, component] of components.entries())
      yield { type: 'component.add', index, component: { id: `cmp_${index}`, ...component } }
  }
  const opened = await stage.open('/chat', options)
  const { page } = opened
  await page.getByRole('textbox', { name: 'Message' }).fill('go')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Why this answer?' }).last().waitFor()
  return { ...opened, card: (title) => page.getByRole('region', { name: title, exact: true }) }
}

/** Hosts that a page asked for besides its own; there should be none. */
export function foreign({ asked }: OpenedPage, stage: ShellStage): string[] {
  return asked.filter((url) => new URL(url).origin !== stage.chat.address)
}
