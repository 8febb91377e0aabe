import type { Migration } from '../platform/database/migrations.ts'

/** Workflows with their steps, what happened in them, and the schedules that start them. */
export const workflows: Migration = {
  version: 6,
  name: 'workflows',
  sql: `
    -- AUTOINCREMENT: a step that still runs for a deleted workflow must never settle one that took its number.
    CREATE TABLE workflows (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      name TEXT,
      status TEXT NOT NULL,
      source TEXT NOT NULL,
      -- Who is behind its steps: decides which of them ask a person first.
      provenance TEXT NOT NULL,
      schedule_id TEXT,
      -- Schedule and time that it was started for: never two for one.
      tick TEXT UNIQUE,
      created_at TEXT NOT NULL,
      started_at TEXT,
      finished_at TEXT,
      step_count INTEGER NOT NULL,
      -- Completed or skipped.
      done_count INTEGER NOT NULL,
      failed_count INTEGER NOT NULL,
      waiting_count INTEGER NOT NULL,
      -- Not ended.
      open_count INTEGER NOT NULL,
      -- Running, or with nothing left to wait for but their turn: what moves without a person.
      active_count INTEGER NOT NULL,
      -- Handed out or running: what counts against the steps that may run side by side.
      in_flight INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX workflows_by_status ON workflows (status, number);

    -- Apart from the workflow, whose row is written anew with every step.
    CREATE TABLE workflow_variables (
      workflow INTEGER PRIMARY KEY,
      variables TEXT NOT NULL
    ) STRICT;

    CREATE TABLE workflow_steps (
      -- workflow * 10000 + position: the steps of a workflow lie together, in their order.
      key INTEGER PRIMARY KEY,
      workflow INTEGER NOT NULL,
      id TEXT NOT NULL,
      agent TEXT NOT NULL,
      action TEXT NOT NULL,
      -- {args, depends_on, outputs?, needs_human?, retry?, timeout_s?}
      definition TEXT NOT NULL,
      -- {name: [position, how]}: which step's result a $name in the arguments takes.
      sources TEXT,
      status TEXT NOT NULL,
      -- Steps that it depends on and that have not ended.
      blocked INTEGER NOT NULL,
      -- 1: handed out, but not begun.
      queued INTEGER NOT NULL DEFAULT 0,
      -- 1: a person must be asked before it runs.
      asks INTEGER NOT NULL,
      -- 1: a person has allowed exactly this call.
      approved INTEGER NOT NULL DEFAULT 0,
      -- Waits for its next try until then.
      run_at TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- Failed tries since the last decision of a person, and tries that the service did not survive.
      tries INTEGER NOT NULL DEFAULT 0,
      crashes INTEGER NOT NULL DEFAULT 0,
      -- Counts the edits: part of the idempotency key.
      revision INTEGER NOT NULL DEFAULT 0,
      -- Names one try: what an older one still wants to say no longer counts.
      lease TEXT,
      -- The arguments with every $name replaced, where that changed them or a person approved them.
      run_args TEXT,
      -- {reason, confirmation_id, args}
      waiting TEXT,
      skipped_because TEXT CHECK (skipped_because IN ('failure', 'person')),
      message TEXT,
      error TEXT,
      result TEXT,
      started_at TEXT,
      finished_at TEXT
    ) STRICT;
    CREATE INDEX workflow_steps_ready ON workflow_steps (workflow)
      WHERE status = 'pending' AND blocked = 0 AND queued = 0 AND asks = 0 AND run_at IS NULL;
    CREATE INDEX workflow_steps_waiting ON workflow_steps (workflow) WHERE status = 'waiting';

    CREATE TABLE workflow_edges (
      parent INTEGER NOT NULL,
      child INTEGER NOT NULL,
      PRIMARY KEY (parent, child)
    ) STRICT, WITHOUT ROWID;

    -- Append-only: what happened, and who did it.
    CREATE TABLE workflow_events (
      seq INTEGER PRIMARY KEY,
      workflow INTEGER NOT NULL,
      step_id TEXT,
      type TEXT NOT NULL,
      actor TEXT NOT NULL,
      at TEXT NOT NULL,
      data TEXT
    ) STRICT;
    CREATE INDEX workflow_events_in_order ON workflow_events (workflow, seq);
    CREATE INDEX workflow_decisions ON workflow_events (workflow, seq) WHERE type = 'step.decided';

    CREATE TABLE schedules (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      name TEXT,
      cron TEXT,
      every TEXT,
      timezone TEXT NOT NULL,
      -- {steps, variables}: what it runs, as it was when the schedule was made; null where it plans a prompt.
      plan TEXT,
      workflow_id TEXT,
      prompt TEXT,
      enabled INTEGER NOT NULL,
      catch_up TEXT NOT NULL,
      created_at TEXT NOT NULL,
      next_at TEXT,
      -- A time whose prompt is still to be planned.
      due_at TEXT,
      last_run_at TEXT,
      -- What the clock said when it went on to the next time: tells a clock that was wrong.
      advanced_at TEXT,
      last_workflow_id TEXT
    ) STRICT;
    CREATE INDEX schedules_by_time ON schedules (next_at) WHERE next_at IS NOT NULL;
  `,
}
