import type { Description } from '../description.ts'

export const describe: Description<'divider'> = ({ label }) => [{ kind: 'divider', label }]
