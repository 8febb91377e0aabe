/** The least that a schedule runs. */
export const steps = [
  { id: 'count', agent: 'file_manager', action: 'LIST_FILES', args: { path: '~' }, depends_on: [] },
]
