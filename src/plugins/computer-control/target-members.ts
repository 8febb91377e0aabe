import { AppError } from '../../contract/errors.ts'
import { Type } from '../../contract/type.ts'
import type { DesktopDriver, Point } from '../../platform/desktop/desktop-driver.ts'
import type { Target } from '../../platform/desktop/description/find-target.ts'
import type { LastPicture } from './desktop-access.ts'
import { pictureSpace, sizeMembers, type Sizes } from './picture-space.ts'

export const roleMember = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 60,
    description: 'Only of this kind, e.g. button, field, check box, link, menu item',
  }),
)

/** How a tool is told what it acts on: by an id, by words, or by a place in a screenshot. */
export const targetMembers = {
  element: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'The id of an element, from the last READ_SCREEN or FIND_ON_SCREEN',
    }),
  ),
  label: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'Its name or its label, instead of an id' }),
  ),
  role: roleMember,
}

/** For those that can be used where nothing tells what is there. */
export const pointMembers = {
  x: Type.Optional(Type.Number({ description: 'X in screenshot image space, instead of an id' })),
  y: Type.Optional(Type.Number({ description: 'Y in screenshot image space' })),
  ...sizeMembers,
}

export interface TargetArguments extends Sizes {
  readonly element?: string | undefined
  readonly label?: string | undefined
  readonly role?: string | undefined
  readonly x?: number | undefined
  readonly y?: number | undefined
}

/** As the desktop counts. */
export async function targetOf(
  driver: Pick<DesktopDriver, 'activeMonitor'>,
  args: TargetArguments,
  last: LastPicture,
): Promise<Target> {
  const { element, label: text, role } = args
  return { element, text, role, point: await pointOf(driver, args, last) }
}

async function pointOf(
  driver: Pick<DesktopDriver, 'activeMonitor'>,
  args: TargetArguments,
  last: LastPicture,
): Promise<Point | null> {
  const { x, y } = args
  if (x === undefined && y === undefined) return null
  if (x === undefined || y === undefined)
    throw new AppError('invalid_request', 'Give both x and y, or neither.')
  return (await pictureSpace(driver, args, last)).toDesktop({ x, y })
}
