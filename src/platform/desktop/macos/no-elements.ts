import { AppError } from '../../../contract/errors.ts'
import type { ElementsPart } from '../accessibility/elements-part.ts'

export const noElements: ElementsPart = {
  focusedElement: async () => null,
  readElements: async () => ({ elements: [], degraded: true }),
  describeElements: async () => ({ elements: [], degraded: true }),
  forgetElements() {},
  element: refuseElement,
  elementAt: async () => null,
  activateElement: refuseElement,
  chooseOption: refuseElement,
}

async function refuseElement(id: string): Promise<never> {
  throw new AppError('not_found', `No element ${id}: macOS exposes no elements here.`)
}
