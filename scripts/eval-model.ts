import { main } from '../eval/main.ts'

/** `npm run eval:model -- --provider ollama --model qwen3:8b` measures a model on the wishes in `eval/wishes`; see docs/evaluation.md. */
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
process.exitCode = await main({
  args: process.argv.slice(2),
  environment: process.env,
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  signal: stopping.signal,
})
