import { CHILDREN } from './step-changes.ts'
import { isItem, READ_CHILDREN, READ_READY, workflowOf } from './step-rows.ts'
import type { BulkSql } from './statement.ts'
import { BY_NUMBER } from './workflow-rows.ts'

/** Something that is going to be read, so that a database far away can be asked for all of it at once. */
export interface Foresight {
  readonly read: BulkSql
  readonly key: number
  readonly locks?: true
  /** Each row answers another statement: that about the row of this key. */
  readonly answers?: { readonly read: BulkSql; readonly column: string }
}

/** What is read when a step has ended. */
export function readAtEnd(key: number): readonly Foresight[] {
  const workflow: Foresight = { read: BY_NUMBER, key: workflowOf(key), locks: true }
  if (isItem(key)) return [workflow]
  return [
    workflow,
    { read: CHILDREN, key },
    { read: READ_CHILDREN, key, answers: { read: READ_READY, column: 'key' } },
  ]
}

/** What is read when a step begins whose workflow this transaction holds. */
export function readAtBegin(key: number): readonly Foresight[] {
  return [
    { read: BY_NUMBER, key: workflowOf(key) },
    { read: READ_READY, key },
  ]
}
