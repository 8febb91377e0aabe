import { AppError } from '../../../contract/errors.ts'
import type { ActiveWindow, DesktopDriver, Point } from '../desktop-driver.ts'
import type { Accessibility } from './accessibility.ts'

export type ElementsPart = Pick<
  DesktopDriver,
  | 'focusedElement'
  | 'defaultButton'
  | 'readElements'
  | 'describeElements'
  | 'forgetElements'
  | 'element'
  | 'elementAt'
  | 'activateElement'
  | 'chooseOption'
>

/** What a driver tells of elements, where applications tell where they are. */
export function elementsPart(
  accessibility: Accessibility | null,
  windowAt: (point: Point) => Promise<ActiveWindow | null>,
): ElementsPart {
  return {
    focusedElement: async (signal) => (await accessibility?.focused(signal)) ?? null,
    defaultButton: async (focusedId, signal) =>
      (await accessibility?.defaultButton(focusedId, signal)) ?? null,
    readElements: async (scope, signal) => offered(accessibility).read(scope, signal),
    describeElements: async (options, signal) => offered(accessibility).describe(options, signal),
    forgetElements: (reader) => accessibility?.forget(reader),
    element: async (id, signal) => offered(accessibility).element(id, signal),
    async elementAt(point, signal) {
      return accessibility ? accessibility.at(point, await windowAt(point), signal) : null
    },
    activateElement: async (id, signal) => offered(accessibility).activate(id, signal),
    chooseOption: async (id, option, signal) => offered(accessibility).choose(id, option, signal),
  }
}

export function offered(accessibility: Accessibility | null): Accessibility {
  if (accessibility) return accessibility
  throw new AppError(
    'unavailable',
    'Applications expose nothing about themselves here. Use a screenshot instead.',
  )
}
