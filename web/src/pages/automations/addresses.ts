/** Addresses below Flows that lead to the editor of automations. */
export const NEW_AUTOMATION = 'new-automation'

export const isAutomationItem = (item: string): boolean => item === NEW_AUTOMATION || item.startsWith('aut_')
