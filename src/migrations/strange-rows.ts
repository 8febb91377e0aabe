import type { OriginRules, StrangeRows } from '../platform/database/backup-origin.ts'

/**
 * A database that was not made here is data of unknown origin. What would run by itself, speak to others in our name,
 * answer questions that a person should, or steer a model is switched off or left out; a person who knows the backup
 * says `--trust`. Every table is named, so that whoever adds one decides.
 */
export const strangeRows: OriginRules['strangeRows'] = {
  store_entries: 'kept',
  model_usage: 'kept',
  // They are told to the model as its own words.
  chat_model_states: emptied('chat_model_states'),
  answer_turns: emptied('answer_turns'),
  chat_summaries: emptied('chat_summaries'),
  // What waits to be loaded, and what was said to be fine.
  held_components: emptied('held_components'),
  loaded_addresses: emptied('loaded_addresses'),
  // It only makes files less trusted.
  outside_files: 'kept',
  store_deletions: 'kept',
  idempotent_answers: emptied('idempotent_answers'),
  // A button of one says something in the user's name.
  notifications: { sql: "UPDATE notifications SET action = NULL, actions = '[]', subject = NULL" },
  // Nobody here has set them.
  timers: emptied('timers', (count) => `${some(count, 'timer')} left out`),
  // Whoever is behind these addresses would read along.
  push_subscriptions: emptied('push_subscriptions', (count) => `${some(count, 'device')} no longer notified`),
  push_messages: emptied('push_messages'),
  telemetry_components: 'kept',
  telemetry_failures: 'kept',
  confirmations: {
    ...emptied('confirmations', (count) => `${some(count, 'open question')} left out`),
    count: "SELECT count(*) AS count FROM confirmations WHERE status = 'open'",
  },
  // What may be done without asking is not for a stranger to say.
  allowances: emptied('allowances', (count) => `${some(count, 'standing permission')} left out`),
  documents: { sql: rebuilt('document_search') },
  document_sessions: 'kept',
  document_chunks: 'kept',
  skills: {
    sql: 'UPDATE skills SET enabled_hash = NULL',
    count: 'SELECT count(*) AS count FROM skills WHERE enabled_hash IS NOT NULL',
    tell: (count) => `${some(count, 'skill')} no longer enabled`,
  },
  chat_skills: emptied('chat_skills'),
  plugins: {
    sql: 'UPDATE plugins SET enabled_hash = NULL',
    count: 'SELECT count(*) AS count FROM plugins WHERE enabled_hash IS NOT NULL',
    tell: (count) => `${some(count, 'plugin')} disabled`,
  },
  workflows: {
    sql: `UPDATE workflows SET provenance = 'import';
          UPDATE workflows SET status = 'paused' WHERE status IN ('running', 'waiting')`,
    count: "SELECT count(*) AS count FROM workflows WHERE status IN ('running', 'waiting')",
    tell: (count) => `${some(count, 'workflow')} paused`,
  },
  workflow_variables: 'kept',
  workflow_steps: { sql: 'UPDATE workflow_steps SET approved = 0, run_args = NULL' },
  workflow_edges: 'kept',
  workflow_events: 'kept',
  schedules: {
    sql: 'UPDATE schedules SET enabled = 0, next_at = NULL, due_at = NULL',
    count: 'SELECT count(*) AS count FROM schedules WHERE enabled = 1',
    tell: (count) => `${some(count, 'schedule')} paused`,
  },
  automations: {
    sql: 'UPDATE automations SET enabled = 0',
    count: 'SELECT count(*) AS count FROM automations WHERE enabled = 1',
    tell: (count) => `${some(count, 'automation')} switched off`,
  },
  automation_versions: { sql: "UPDATE automation_versions SET provenance = 'import'" },
  automation_permissions: emptied('automation_permissions'),
  triggers: { sql: "UPDATE triggers SET next_at = NULL, token = NULL, cursor = NULL, provenance = 'import'" },
  // What is said to have happened would start runs.
  trigger_events: { sql: "DELETE FROM trigger_events WHERE status IN ('held', 'queued')" },
  // What others are said to have answered.
  upstream_cache: emptied('upstream_cache'),
  chats: {
    // Whoever wrote these conversations is not known: they are read like a page from the web.
    sql: `UPDATE chats SET model = NULL;
          DELETE FROM chat_taints;
          INSERT INTO chat_taints (session_id, untrusted, private) SELECT id, 1, 1 FROM chats`,
  },
  runs: { sql: "UPDATE runs SET outcome = 'cancelled' WHERE outcome = 'running'" },
  run_events: 'kept',
  run_approvals: emptied('run_approvals'),
  messages: { sql: rebuilt('message_search') },
  // Each of them is told to the model in every conversation.
  memories: {
    ...emptied('memories', (count) => `${some(count, 'memory')} left out`),
    sql: `DELETE FROM memory_vectors; DELETE FROM memories; ${rebuilt('memory_search')}`,
  },
  wizard_sessions: emptied('wizard_sessions'),
  wizard_turns: emptied('wizard_turns'),
  // They decide what a sentence of the user does.
  router_corrections: emptied('router_corrections', (count) => `${some(count, 'taught sentence')} left out`),
  chunk_vectors: emptied('chunk_vectors'),
  memory_vectors: emptied('memory_vectors'),
  // The password of the calendar server goes wherever these say that it is.
  calendar_events: {
    sql: "UPDATE calendar_events SET href = NULL, etag = NULL, pending = 'none', made_here = 0",
    count: "SELECT count(*) AS count FROM calendar_events WHERE pending <> 'none'",
    tell: (count) => `${some(count, 'calendar change')} not sent to a calendar server`,
  },
  calendar_sync: emptied('calendar_sync'),
  webhook_receipts: 'kept',
  computer_tasks: {
    sql: "UPDATE computer_tasks SET status = 'stopped', ended_by = 'stop' WHERE status IN ('running', 'waiting')",
    count: "SELECT count(*) AS count FROM computer_tasks WHERE status IN ('running', 'waiting')",
    tell: (count) => `${some(count, 'computer task')} stopped`,
  },
  computer_steps: 'kept',
  // Written anew above, with the conversations.
  chat_taints: 'kept',
  paused_answers: emptied('paused_answers'),
  paused_calls: emptied('paused_calls'),
  jit_widgets: 'kept',
  // What pages are said to have told models is a stranger's word.
  mcp_app_calls: { sql: 'UPDATE mcp_app_calls SET context = NULL' },
  webhook_answers: emptied('webhook_answers', (count) => `${some(count, 'answer')} not sent to a team chat`),
  webhook_addresses: emptied('webhook_addresses'),
  // Whoever is in these could write to this machine, or approve something on it.
  channel_pairings: emptied('channel_pairings', (count) => `${some(count, 'paired person')} left out`),
  channel_codes: emptied('channel_codes'),
  channel_cursors: emptied('channel_cursors'),
  channel_inbox: emptied('channel_inbox'),
  channel_questions: emptied('channel_questions'),
}

function emptied(table: string, tell?: StrangeRows['tell']): StrangeRows {
  return {
    sql: `DELETE FROM ${table}`,
    count: `SELECT count(*) AS count FROM ${table}`,
    ...(tell && { tell }),
  }
}

/** The index of a search is made anew from the texts: what stands in it is read by native code. */
function rebuilt(search: string): string {
  return `INSERT INTO ${search} (${search}) VALUES ('rebuild')`
}

function some(count: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
  return count === 1 ? `1 ${noun} is` : `${count} ${plural} are`
}
