import type { ModelFault } from './faults.ts'
import type { ModelRequest } from './language-model.ts'
import type { ModelFacts } from './model-facts.ts'
import type { Features } from './prompt.ts'
import type { Capabilities } from './records.ts'

/** What to ask for, by what is known about the model. What is not known is tried. */
export function knownFeatures(found: Capabilities, facts: ModelFacts): Features {
  return {
    tools: found.tools ?? facts.tools ?? true,
    format: found.json_schema === false ? 'json' : 'schema',
    temperature: found.temperature ?? true,
    streaming: found.streaming ?? true,
  }
}

/** The same with less in it, when the fault says that some of it was too much; undefined when it says no such thing. */
export function withLess(fault: ModelFault, features: Features, request: ModelRequest): Features | undefined {
  if (fault.kind === 'not_streamed') return { ...features, streaming: false }
  if (fault.kind !== 'status') return undefined
  const said = fault.details.said ?? ''
  if (asksForTools(request, features) && refusesTools(said)) return { ...features, tools: false }
  if (isBroken(fault)) return undefined
  if (asksForTemperature(request, features) && /temperature/i.test(said))
    return { ...features, temperature: false }
  return request.schema && refusesFormat(said) ? withPlainerFormat(features) : undefined
}

function asksForTools({ tools = [] }: ModelRequest, features: Features): boolean {
  return features.tools && tools.length > 0
}

function asksForTemperature({ temperature }: ModelRequest, features: Features): boolean {
  return features.temperature && temperature !== undefined
}

/** Some servers answer with 500 to what they do not know; they say so then. */
function isBroken({ details: { status = 0, said = '' } }: ModelFault): boolean {
  return status >= 500 && !/not (?:support|implement)/i.test(said)
}

function withPlainerFormat(features: Features): Features | undefined {
  if (features.format === 'words') return undefined
  return { ...features, format: features.format === 'schema' ? 'json' : 'words' }
}

function refusesFormat(said: string): boolean {
  return /response_?format|json_?schema|json_object|structured|grammar|schema/i.test(said)
}

/** Only a plain statement counts: a complaint about one tool's schema must not take all tools away. */
function refusesTools(said: string): boolean {
  return (
    /(?:not|n't) support[^.]{0,40}(?:tool|function)/i.test(said) ||
    /(?:tools?|functions?)(?: use| calling)?[^\p{L}]{1,3}(?:is|are) not supported/iu.test(said) ||
    /no endpoints found that support tool use|tools param requires|tool choice requires/i.test(said)
  )
}
