import type { Migration } from '../platform/database/migrations.ts'

/** Calls of MCP tools that a page of their server shows. */
export const mcpApps: Migration = {
  version: 37,
  name: 'mcp-apps',
  sql: `
    CREATE TABLE mcp_app_calls (
      -- Nobody can guess it: whoever knows it sees the call.
      call_id TEXT PRIMARY KEY,
      -- Null where no conversation wanted it.
      session_id TEXT REFERENCES chats (id) ON DELETE CASCADE,
      server TEXT NOT NULL,
      tool TEXT NOT NULL,
      title TEXT NOT NULL,
      resource_uri TEXT NOT NULL,
      -- JSON as the server got and gave it, what is only for its page included.
      arguments TEXT NOT NULL,
      result TEXT NOT NULL,
      -- JSON of what the page last told models; null where it told nothing.
      context TEXT,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX mcp_app_calls_of_chat ON mcp_app_calls (session_id);
    CREATE INDEX mcp_app_calls_by_age ON mcp_app_calls (created_at);
  `,
}
