import type { PlanStep } from '../../contract/computer-plan.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ComputerTask } from '../desktop/computer-tasks.ts'

export interface NewTask {
  readonly task_id: string
  readonly task: string
  readonly status: ComputerTask['status']
  readonly max_steps: number
  readonly provenance: string
  readonly created_at: string
}

export type StepRecord = ComputerTask['steps'][number]
/** A task as it is stored: the confirmation by its id, the steps elsewhere. */
export type TaskRow = Omit<ComputerTask, 'steps' | 'confirmation'> & {
  readonly confirmation_id: string | null
}

const KEPT_DAYS = 30
const LISTED = 20

export function insertTask(database: Database, task: NewTask): void {
  const oldest = new Date(Date.parse(task.created_at) - KEPT_DAYS * 86_400_000).toISOString()
  database.prepare('DELETE FROM computer_tasks WHERE created_at < ? AND ended_by IS NOT NULL').run(oldest)
  const { task_id, status, max_steps, provenance, created_at } = task
  database
    .prepare(
      'INSERT INTO computer_tasks (id, task, status, max_steps, provenance, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(task_id, task.task, status, max_steps, provenance, created_at)
}

export function insertStep(database: Database, taskId: string, step: StepRecord): void {
  const { at, action, args, reason, outcome } = step
  database
    .prepare(
      'INSERT INTO computer_steps (task_id, step, at, action, args, reason, outcome) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(taskId, step.step, at, action, JSON.stringify(args), reason, outcome)
}

export function updateTask(
  database: Database,
  taskId: string,
  { status, message, confirmation_id }: Pick<TaskRow, 'status' | 'message' | 'confirmation_id'>,
): void {
  database
    .prepare(
      'UPDATE computer_tasks SET status = ?, message = ?, confirmation_id = ? WHERE id = ? AND ended_by IS NULL',
    )
    .run(status, message, confirmation_id, taskId)
}

export function updatePlan(database: Database, taskId: string, plan: readonly PlanStep[]): void {
  database
    .prepare('UPDATE computer_tasks SET plan = ? WHERE id = ? AND ended_by IS NULL')
    .run(JSON.stringify(plan), taskId)
}

export function insertEndCheck(
  database: Database,
  taskId: string,
  check: ComputerTask['end_checks'][number],
): void {
  database
    .prepare("UPDATE computer_tasks SET end_checks = json_insert(end_checks, '$[#]', json(?)) WHERE id = ?")
    .run(JSON.stringify(check), taskId)
}

export function endTask(
  database: Database,
  taskId: string,
  {
    status,
    message,
    ended_by,
    finished_at,
    changes,
  }: Pick<TaskRow, 'status' | 'message' | 'ended_by' | 'finished_at' | 'changes'>,
): void {
  database
    .prepare(
      `UPDATE computer_tasks SET status = ?, message = ?, ended_by = ?, finished_at = ?, changes = ?, confirmation_id = NULL
       WHERE id = ? AND ended_by IS NULL`,
    )
    .run(status, message, ended_by, finished_at, changes && JSON.stringify(changes), taskId)
}

export function findTask(database: Database, taskId: string): TaskRow | undefined {
  const row = database.prepare('SELECT * FROM computer_tasks WHERE id = ?').get(taskId)
  return row && rowOf(row)
}

export function newestTasks(database: Database): TaskRow[] {
  return database
    .prepare('SELECT * FROM computer_tasks ORDER BY created_at DESC, id DESC LIMIT ?')
    .all(LISTED)
    .map(rowOf)
}

/** Those that no process is at any more, when none has begun yet. */
export function unendedTasks(database: Database): TaskRow[] {
  return database.prepare('SELECT * FROM computer_tasks WHERE ended_by IS NULL').all().map(rowOf)
}

export function stepsOf(database: Database, taskId: string): StepRecord[] {
  return database
    .prepare(
      'SELECT step, at, action, args, reason, outcome FROM computer_steps WHERE task_id = ? ORDER BY step',
    )
    .all(taskId)
    .map((row) => ({
      step: Number(row['step']),
      at: String(row['at']),
      action: String(row['action']),
      args: JSON.parse(String(row['args'])) as Record<string, unknown>,
      reason: String(row['reason']),
      outcome: String(row['outcome']),
    }))
}

function rowOf(row: Record<string, unknown>): TaskRow {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  return {
    task_id: String(row['id']),
    task: String(row['task']),
    status: String(row['status']) as TaskRow['status'],
    message: text('message'),
    ended_by: text('ended_by') as TaskRow['ended_by'],
    max_steps: Number(row['max_steps']),
    plan: JSON.parse(text('plan') ?? '[]') as TaskRow['plan'],
    end_checks: JSON.parse(text('end_checks') ?? '[]') as TaskRow['end_checks'],
    changes: JSON.parse(text('changes') ?? 'null') as TaskRow['changes'],
    confirmation_id: text('confirmation_id'),
    created_at: String(row['created_at']),
    finished_at: text('finished_at'),
  }
}
