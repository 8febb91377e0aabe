import type { AccessibleElement, ActiveWindow } from '../../src/platform/desktop/desktop-driver.ts'
import { readAction } from '../../src/features/computer/actions/read-action.ts'
import type { Action } from '../../src/features/computer/actions/vocabulary.ts'
import { assessAction } from '../../src/features/computer/policy/assess-action.ts'
import type { Scene } from '../../src/features/computer/policy/assessment.ts'
import { TypedLines } from '../../src/features/computer/policy/typed-line.ts'

/** What a desktop may look like in the moment before an action, and what the policy says to that. */

export const window = (className: string, title = 'Untitled', id = '0x1'): ActiveWindow => ({
  id,
  title,
  className,
  processId: 1,
  area: { x: 0, y: 0, width: 1000, height: 700 },
})
export const element = (
  role: string,
  name: string,
  members: Partial<AccessibleElement> = {},
): AccessibleElement => ({
  id: 'e1',
  role,
  name,
  text: null,
  states: [],
  area: null,
  isPassword: false,
  isEditable: false,
  window: null,
  ...members,
})
export const scene = (members: Partial<Scene> = {}): Scene => ({
  window: window('mousepad'),
  from: null,
  focused: null,
  defaultButton: null,
  target: null,
  point: { x: 10, y: 10 },
  application: null,
  lines: new TypedLines(),
  task: '',
  home: '/home/ada',
  confinement: { noSandbox: null, notAllowed: null },
  holdsSecret: (text) => text.includes('hunter2'),
  ...members,
})
export const action = (name: string, args: object): Action => {
  const read = readAction(name, args)
  if ('problem' in read) throw new Error(read.problem)
  return read.action
}
export const verdict = (name: string, args: object, members: Partial<Scene> = {}) =>
  assessAction(action(name, args), scene(members)).verdict
