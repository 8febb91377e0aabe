import type { Pool, PoolClient } from 'pg'
import { AppError } from '../../../contract/errors.ts'
import { JOB_SCHEMA, SCHEMA, withClient } from './connections.ts'

/** Any number that nobody else uses for an advisory lock. */
const LOCK = 7_301_174_221

/** What brings the tables from one version to the next; never changed once released. The columns are those of SQLite. */
const migrations: readonly string[] = [
  `
  CREATE TABLE workflows (
    number BIGSERIAL PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT,
    status TEXT COLLATE "C" NOT NULL,
    source TEXT NOT NULL,
    provenance TEXT NOT NULL,
    schedule_id TEXT,
    tick TEXT COLLATE "C" UNIQUE,
    created_at TEXT COLLATE "C" NOT NULL,
    started_at TEXT COLLATE "C",
    finished_at TEXT COLLATE "C",
    step_count INTEGER NOT NULL,
    done_count INTEGER NOT NULL,
    failed_count INTEGER NOT NULL,
    waiting_count INTEGER NOT NULL,
    open_count INTEGER NOT NULL,
    active_count INTEGER NOT NULL,
    in_flight INTEGER NOT NULL
  ) WITH (fillfactor = 80);
  CREATE INDEX workflows_by_status ON workflows (status, number);

  CREATE TABLE workflow_variables (
    workflow BIGINT PRIMARY KEY,
    variables TEXT NOT NULL
  );

  CREATE TABLE workflow_steps (
    key BIGINT PRIMARY KEY,
    workflow BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    agent TEXT NOT NULL,
    action TEXT NOT NULL,
    definition TEXT NOT NULL,
    sources TEXT,
    status TEXT COLLATE "C" NOT NULL,
    blocked INTEGER NOT NULL,
    queued INTEGER NOT NULL DEFAULT 0,
    asks INTEGER NOT NULL,
    approved INTEGER NOT NULL DEFAULT 0,
    run_at TEXT COLLATE "C",
    attempts INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    crashes INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    lease TEXT COLLATE "C",
    run_args TEXT,
    waiting TEXT,
    skipped_because TEXT CHECK (skipped_because IN ('failure', 'person')),
    message TEXT,
    error TEXT,
    result TEXT,
    started_at TEXT COLLATE "C",
    finished_at TEXT COLLATE "C"
  ) WITH (fillfactor = 70);
  CREATE INDEX workflow_steps_ready ON workflow_steps (workflow)
    WHERE status = 'pending' AND blocked = 0 AND queued = 0 AND asks = 0 AND run_at IS NULL;
  CREATE INDEX workflow_steps_waiting ON workflow_steps (workflow) WHERE status = 'waiting';

  CREATE TABLE workflow_edges (
    parent BIGINT NOT NULL,
    child BIGINT NOT NULL,
    PRIMARY KEY (parent, child)
  );

  CREATE TABLE workflow_events (
    seq BIGSERIAL PRIMARY KEY,
    workflow BIGINT NOT NULL,
    step_id TEXT COLLATE "C",
    type TEXT COLLATE "C" NOT NULL,
    actor TEXT NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    data TEXT
  );
  CREATE INDEX workflow_events_in_order ON workflow_events (workflow, seq);
  CREATE INDEX workflow_decisions ON workflow_events (workflow, seq) WHERE type = 'step.decided';

  CREATE TABLE schedules (
    number BIGSERIAL PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT,
    cron TEXT,
    every TEXT,
    timezone TEXT NOT NULL,
    plan TEXT,
    workflow_id TEXT,
    prompt TEXT,
    enabled INTEGER NOT NULL,
    catch_up TEXT NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    next_at TEXT COLLATE "C",
    due_at TEXT COLLATE "C",
    last_run_at TEXT COLLATE "C",
    advanced_at TEXT COLLATE "C",
    last_workflow_id TEXT COLLATE "C"
  );
  CREATE INDEX schedules_by_time ON schedules (next_at) WHERE next_at IS NOT NULL;
  `,
  'ALTER TABLE workflow_steps ADD COLUMN provenance TEXT',
  `
  CREATE TABLE channel (name TEXT NOT NULL);
  INSERT INTO channel VALUES ('deskhand_' || replace(gen_random_uuid()::text, '-', ''));
  `,
  `
  ALTER TABLE workflow_steps DROP CONSTRAINT workflow_steps_skipped_because_check;
  ALTER TABLE workflow_steps ADD CONSTRAINT workflow_steps_skipped_because_check
    CHECK (skipped_because IN ('failure', 'person', 'condition'));
  ALTER TABLE workflow_steps ADD COLUMN runs_after TEXT CHECK (runs_after IN ('failure', 'always'));
  ALTER TABLE workflow_steps ADD COLUMN goes_on INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE workflow_steps ADD COLUMN handled INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE workflow_steps ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE workflow_steps ADD COLUMN parent BIGINT;
  ALTER TABLE workflow_steps ADD COLUMN item INTEGER;
  ALTER TABLE workflow_steps ADD COLUMN items INTEGER;
  ALTER TABLE workflow_steps ADD COLUMN failures_left INTEGER;
  CREATE INDEX workflow_items ON workflow_steps (parent, item) WHERE parent IS NOT NULL;
  CREATE INDEX workflow_items_held ON workflow_steps (parent, item)
    WHERE parent IS NOT NULL AND status = 'pending' AND blocked = 1;
  `,
  `
  CREATE TABLE automations (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    updated_at TEXT COLLATE "C" NOT NULL
  );
  CREATE TABLE automation_versions (
    automation TEXT COLLATE "C" NOT NULL,
    version INTEGER NOT NULL,
    definition TEXT NOT NULL,
    provenance TEXT NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (automation, version)
  );
  CREATE TABLE automation_permissions (
    automation TEXT COLLATE "C" NOT NULL,
    version INTEGER NOT NULL,
    step_id TEXT COLLATE "C" NOT NULL,
    granted_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (automation, version, step_id)
  );
  CREATE TABLE triggers (
    owner TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    type TEXT NOT NULL,
    definition TEXT NOT NULL,
    provenance TEXT NOT NULL,
    token TEXT COLLATE "C" UNIQUE,
    cursor TEXT,
    checked_at TEXT COLLATE "C",
    next_at TEXT COLLATE "C",
    trouble TEXT,
    trouble_since TEXT COLLATE "C",
    PRIMARY KEY (owner, id)
  );
  CREATE INDEX triggers_by_time ON triggers (next_at) WHERE next_at IS NOT NULL;
  CREATE TABLE trigger_events (
    number BIGSERIAL PRIMARY KEY,
    owner TEXT COLLATE "C" NOT NULL,
    trigger_id TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    found_at TEXT COLLATE "C" NOT NULL,
    data TEXT,
    depth INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('held', 'queued', 'started', 'skipped', 'failed')),
    run_at TEXT COLLATE "C",
    workflow_id TEXT COLLATE "C",
    reason TEXT,
    UNIQUE (owner, trigger_id, key)
  );
  CREATE INDEX trigger_events_open ON trigger_events (owner, number) WHERE status IN ('held', 'queued');
  ALTER TABLE workflows ADD COLUMN automation_id TEXT COLLATE "C";
  ALTER TABLE workflows ADD COLUMN automation_version INTEGER;
  ALTER TABLE workflows ADD COLUMN trigger TEXT;
  ALTER TABLE workflows ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE workflows ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE workflows ADD COLUMN caller BIGINT;
  ALTER TABLE workflows ADD COLUMN undo INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX workflows_to_undo ON workflows (number) WHERE undo = 1 AND status = 'failed';
  CREATE INDEX workflows_by_automation ON workflows (automation_id, number) WHERE automation_id IS NOT NULL;
  CREATE INDEX workflows_by_caller ON workflows (caller) WHERE caller IS NOT NULL;
  `,
  `
  CREATE TABLE workers (
    id TEXT COLLATE "C" PRIMARY KEY,
    lock INTEGER NOT NULL,
    seen_at TIMESTAMPTZ NOT NULL
  ) WITH (fillfactor = 50);
  CREATE SEQUENCE queue_places;
  ALTER TABLE workflow_steps ADD COLUMN queue_place BIGINT;
  UPDATE workflow_steps SET queue_place = nextval('queue_places') WHERE queued = 1;
  CREATE FUNCTION take_queue_place() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.queue_place := nextval('${SCHEMA}.queue_places'); RETURN NEW; END $$;
  CREATE TRIGGER queued_from_the_start BEFORE INSERT ON workflow_steps
    FOR EACH ROW WHEN (NEW.queued = 1) EXECUTE FUNCTION take_queue_place();
  CREATE TRIGGER queued BEFORE UPDATE OF queued ON workflow_steps
    FOR EACH ROW WHEN (NEW.queued = 1 AND OLD.queued = 0) EXECUTE FUNCTION take_queue_place();
  CREATE INDEX workflow_steps_queue ON workflow_steps (agent, asks, queue_place) WHERE queued = 1 AND lease IS NULL;
  CREATE INDEX workflow_steps_held ON workflow_steps (lease) WHERE lease IS NOT NULL;
  `,
]

/** Makes what is missing: one process at a time, and none touches tables that are as they should be. */
export async function migrate(pool: Pool): Promise<void> {
  await withClient(pool, async (client) => {
    await assertOurs(client)
    if ((await versionOf(client)) === migrations.length) return
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const version = await versionOf(client)
    if (version === 0) {
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
      await client.query(`CREATE TABLE ${SCHEMA}.schema_version (version INTEGER NOT NULL)`)
      await client.query(`INSERT INTO ${SCHEMA}.schema_version VALUES (0)`)
    }
    for (const sql of migrations.slice(version)) await client.query(sql)
    await client.query(`UPDATE ${SCHEMA}.schema_version SET version = $1`, [migrations.length])
    await client.query('COMMIT')
  })
}

/** Where our processes speak with each other. */
export async function channelOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(`SELECT name FROM ${SCHEMA}.channel`)
  return rows[0]!.name
}

/**
 * Another user of the database may have been there first, with tables that look like ours and triggers that run with
 * our rights: only what belongs to us, to the owner of the database or to its administrator is used.
 */
async function assertOurs(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ what: string; owner: string }>(
    `WITH trusted AS (
       SELECT oid FROM pg_roles WHERE rolname = current_user OR rolsuper
       UNION SELECT datdba FROM pg_database WHERE datname = current_database()
     ), found AS (
       SELECT 'the schema ' || nspname AS what, nspowner AS owner FROM pg_namespace WHERE nspname = ANY ($1)
       UNION ALL SELECT 'the table ' || relname, relowner FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
         WHERE nspname = ANY ($1) AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
       UNION ALL SELECT 'the function ' || proname, proowner FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace
         WHERE nspname = ANY ($1)
       UNION ALL SELECT 'the trigger ' || tgname, proowner FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
         JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_proc p ON p.oid = tgfoid
         WHERE nspname = ANY ($1) AND NOT tgisinternal
     ) SELECT what, pg_get_userbyid(owner) AS owner FROM found WHERE owner NOT IN (SELECT oid FROM trusted) LIMIT 1`,
    [[SCHEMA, JOB_SCHEMA]],
  )
  const [stranger] = rows
  if (!stranger) return
  throw new AppError(
    'forbidden',
    `In the workflow database, ${stranger.what} belongs to ${stranger.owner}. Use a separate database for Deskhand.`,
  )
}

async function versionOf(client: PoolClient): Promise<number> {
  const there = await client.query<{ name: string | null }>(
    `SELECT to_regclass('${SCHEMA}.schema_version')::text AS name`,
  )
  if (there.rows[0]!.name === null) return 0
  const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${SCHEMA}.schema_version`)
  const { version } = rows[0]!
  if (version > migrations.length)
    throw new AppError(
      'schema_too_new',
      `The workflow database has version ${version}, but this Deskhand only knows ${migrations.length}. Update Deskhand first.`,
    )
  return version
}
