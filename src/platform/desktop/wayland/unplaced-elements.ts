import { AppError } from '../../../contract/errors.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import type { DesktopDriver } from '../desktop-driver.ts'

/**
 * What applications tell of themselves, without the places: under Wayland no application knows where its window is, and
 * what it says is counted from a corner that nobody else knows.
 */
export function unplacedElements(
  accessibility: Accessibility | null,
): Pick<DesktopDriver, 'focusedElement' | 'readElements' | 'activateElement'> {
  return {
    async focusedElement() {
      const element = await accessibility?.focused()
      return element ? { ...element, area: null } : null
    },
    async readElements(scope, signal) {
      const { elements, degraded } = await offered(accessibility).read(scope, signal)
      return { elements: elements.map((element) => ({ ...element, area: null })), degraded }
    },
    activateElement: (id, signal) => offered(accessibility).activate(id, signal),
  }
}

/** For elements that have no action of their own. */
export async function refuseToClickElement(): Promise<never> {
  throw new AppError(
    'unavailable_on_platform',
    "The element doesn't respond, and Wayland doesn't say where it is. Take a screenshot and click on it there.",
  )
}

function offered(accessibility: Accessibility | null): Accessibility {
  if (accessibility) return accessibility
  throw new AppError(
    'unavailable',
    'Applications expose nothing about themselves here. Use a screenshot instead.',
  )
}
