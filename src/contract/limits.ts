const KiB = 1024
const MiB = 1024 * KiB

/** Every limit of the service in one place; the reference prints this table. */
export const limits = {
  body_bytes: { value: 1 * MiB, meaning: 'Largest JSON body' },
  workflow_body_bytes: { value: 8 * MiB, meaning: 'Largest body that creates a workflow' },
  upload_bytes: { value: 100 * MiB, meaning: 'Largest uploaded file' },
  webhook_body_bytes: { value: 256 * KiB, meaning: 'Largest webhook body' },
  store_value_bytes: { value: 1 * MiB, meaning: 'Largest value in the store' },
  store_key_characters: { value: 512, meaning: 'Longest key in the store' },
  json_depth: { value: 64, meaning: 'Deepest nesting of a JSON body' },
  header_bytes: { value: 16 * KiB, meaning: 'Largest request header block' },
  connections: { value: 1024, meaning: 'Open connections to the service' },
  event_streams: { value: 600, meaning: 'Event streams open at once' },
  event_backlog_bytes: {
    value: 1 * MiB,
    meaning: 'Unread bytes after which a slow event reader is dropped',
  },
  event_replay: { value: 1000, meaning: 'Events kept for replay after a dropped connection' },
  plan_steps: { value: 200, meaning: "Steps in a model's plan" },
  workflow_steps: { value: 5000, meaning: 'Steps in an explicit workflow' },
  workflow_concurrency: { value: 8, meaning: 'Steps of one workflow that run in parallel' },
  step_seconds: { value: 300, meaning: 'Time limit of one step' },
  chat_tool_steps: { value: 25, meaning: 'Tool calls in one chat answer' },
  confirmation_minutes: { value: 15, meaning: 'Time until a confirmation expires' },
  model_calls: { value: 8, meaning: 'Model calls at once' },
  remote_requests_per_second: { value: 50, meaning: 'Requests per second from a caller that is not local' },
  remote_burst: { value: 200, meaning: 'Burst of requests from a caller that is not local' },
  failed_logins_per_minute: { value: 10, meaning: 'Failed authentications per minute from one address' },
  idempotency_hours: { value: 24, meaning: 'How long an Idempotency-Key is remembered' },
  notifications: { value: 500, meaning: 'Notifications kept' },
  push_devices: { value: 50, meaning: 'Devices that get push messages' },
  push_messages: { value: 200, meaning: 'Push messages kept for one device' },
  telemetry_failures: { value: 200, meaning: 'Render failures kept in detail' },
} as const
