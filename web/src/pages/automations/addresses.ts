/** Addresses below Flows that lead to the editor of automations. */
export const NEW_AUTOMATION = 'new-automation'

const EDIT = 'edit-'

/** What the clock starts has a page of its own; this is where it is edited. */
export const editorOf = (schedule: string): string =>
  schedule.startsWith('aut_') ? schedule : `${EDIT}${schedule}`

/** The automation that an address of the editor names. */
export const automationAt = (item: string): string => (item.startsWith(EDIT) ? item.slice(EDIT.length) : item)

export const isAutomationItem = (item: string): boolean =>
  item === NEW_AUTOMATION || item.startsWith('aut_') || item.startsWith(EDIT)
