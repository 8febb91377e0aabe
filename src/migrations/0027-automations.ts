import type { Migration } from '../platform/database/migrations.ts'

/** Saved automations, what starts them, and workflows that call others. */
export const automations: Migration = {
  version: 27,
  name: 'automations',
  sql: `
    CREATE TABLE automations (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      version INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;

    -- Never changed: a run can always be understood by the version that it ran.
    CREATE TABLE automation_versions (
      automation TEXT NOT NULL,
      version INTEGER NOT NULL,
      definition TEXT NOT NULL,
      -- Who made it.
      provenance TEXT NOT NULL,
      created_at TEXT NOT NULL,
      PRIMARY KEY (automation, version)
    ) STRICT, WITHOUT ROWID;

    -- Steps of one version that a person lets run without being asked, though strangers' words start it.
    CREATE TABLE automation_permissions (
      automation TEXT NOT NULL,
      version INTEGER NOT NULL,
      step_id TEXT NOT NULL,
      granted_at TEXT NOT NULL,
      PRIMARY KEY (automation, version, step_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE triggers (
      -- The automation, or the step that waits for an event: workflow/step.
      owner TEXT NOT NULL,
      id TEXT NOT NULL,
      type TEXT NOT NULL,
      definition TEXT NOT NULL,
      -- Who is behind it: what they may see is what it may look at.
      provenance TEXT NOT NULL,
      -- The secret end of a webhook's address.
      token TEXT UNIQUE,
      cursor TEXT,
      checked_at TEXT,
      -- When to look next; null where nobody has to look.
      next_at TEXT,
      trouble TEXT,
      trouble_since TEXT,
      PRIMARY KEY (owner, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX triggers_by_time ON triggers (next_at) WHERE next_at IS NOT NULL;

    CREATE TABLE trigger_events (
      number INTEGER PRIMARY KEY,
      owner TEXT NOT NULL,
      trigger_id TEXT NOT NULL,
      key TEXT NOT NULL,
      at TEXT NOT NULL,
      found_at TEXT NOT NULL,
      data TEXT,
      -- How many runs led to it, one after the other.
      depth INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('held', 'queued', 'started', 'skipped', 'failed')),
      -- When one counts that is held back.
      run_at TEXT,
      workflow_id TEXT,
      reason TEXT,
      UNIQUE (owner, trigger_id, key)
    ) STRICT;
    CREATE INDEX trigger_events_open ON trigger_events (owner, number) WHERE status IN ('held', 'queued');

    ALTER TABLE workflows ADD COLUMN automation_id TEXT;
    ALTER TABLE workflows ADD COLUMN automation_version INTEGER;
    -- What started it, as JSON.
    ALTER TABLE workflows ADD COLUMN trigger TEXT;
    -- 1: strangers' words are in it.
    ALTER TABLE workflows ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0;
    -- How many runs led to it, one after the other.
    ALTER TABLE workflows ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
    -- The step that called it.
    ALTER TABLE workflows ADD COLUMN caller INTEGER;
    -- 1: some of its steps say how they are undone; 2: that has been started.
    ALTER TABLE workflows ADD COLUMN undo INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX workflows_to_undo ON workflows (number) WHERE undo = 1 AND status = 'failed';
    CREATE INDEX workflows_by_automation ON workflows (automation_id, number) WHERE automation_id IS NOT NULL;
    CREATE INDEX workflows_by_caller ON workflows (caller) WHERE caller IS NOT NULL;
  `,
}
