import { rules, type Rule } from './rule.ts'

/** Mail, team chat and repositories. */
export const connectorRules: readonly Rule[] = []
