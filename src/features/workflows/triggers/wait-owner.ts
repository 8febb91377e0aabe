/** A step that waits for an event owns its trigger. */
export function ownerOfWait(workflow_id: string, step_id: string): string {
  return `${workflow_id}/${step_id}`
}
