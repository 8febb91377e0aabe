import { AppError } from '../../../contract/errors.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import { offered, type ElementsPart } from '../accessibility/elements-part.ts'
import type { ElementList } from '../desktop-driver.ts'

/**
 * What applications tell of themselves, without the places: under Wayland no application knows where its window is, and
 * what it says is counted from a corner that nobody else knows.
 */
export function unplacedElements(accessibility: Accessibility | null): ElementsPart {
  return {
    async focusedElement(signal) {
      const element = await accessibility?.focused(signal)
      return element ? { ...element, area: null } : null
    },
    async defaultButton(focusedId, signal) {
      const element = await accessibility?.defaultButton(focusedId, signal)
      return element ? { ...element, area: null } : null
    },
    async readElements(scope, signal) {
      return unplaced(await offered(accessibility).read(scope, signal))
    },
    async describeElements(options, signal) {
      return unplaced(await offered(accessibility).describe(options, signal))
    },
    forgetElements: (reader) => accessibility?.forget(reader),
    async element(id, signal) {
      return { ...(await offered(accessibility).element(id, signal)), area: null }
    },
    elementAt: async () => null,
    activateElement: async (id, signal) => offered(accessibility).activate(id, signal),
    chooseOption: async (id, option, signal) => offered(accessibility).choose(id, option, signal),
  }
}

/** For elements that have no action of their own. */
export async function refuseToClickElement(): Promise<never> {
  throw new AppError(
    'unavailable_on_platform',
    "The element doesn't respond, and Wayland doesn't say where it is. Take a screenshot and click on it there.",
  )
}

function unplaced(list: ElementList): ElementList {
  return { ...list, elements: list.elements.map((element) => ({ ...element, area: null })), silent: [] }
}
