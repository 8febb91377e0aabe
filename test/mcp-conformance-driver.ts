/** What the suite starts in place of a client: it hands the scenario to the service under test, and says how it went. */
const [control = '', url = ''] = process.argv.slice(2)
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env
const answer = await fetch(control, { method: 'POST', body: JSON.stringify({ url, scenario, context }) })
const text = await answer.text()
process.stdout.write(`${text}\n`)
process.exitCode = answer.ok ? 0 : 1
