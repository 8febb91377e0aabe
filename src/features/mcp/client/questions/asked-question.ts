import { dictionary, loose } from '../../../../contract/schema.ts'
import { Type, type Static } from '../../../../contract/type.ts'
import { visibleText } from '../../../../contract/visible-text.ts'
import { checkFor } from '../../../../platform/validation/validation.ts'

const Options = Type.Array(loose({ const: Type.String(), title: Type.Optional(Type.String()) }))

/** One value, in the words of JSON Schema. What kind it is of is for whoever makes a form of it. */
const AskedValue = loose({
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  type: Type.Optional(Type.Unknown()),
  format: Type.Optional(Type.String()),
  writeOnly: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.Unknown()),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  minLength: Type.Optional(Type.Number()),
  maxLength: Type.Optional(Type.Number()),
  minItems: Type.Optional(Type.Number()),
  maxItems: Type.Optional(Type.Number()),
  enum: Type.Optional(Type.Array(Type.String())),
  enumNames: Type.Optional(Type.Array(Type.String())),
  oneOf: Type.Optional(Options),
  items: Type.Optional(
    loose({
      enum: Type.Optional(Type.Array(Type.String())),
      oneOf: Type.Optional(Options),
      anyOf: Type.Optional(Options),
    }),
  ),
})
export type AskedValue = Static<typeof AskedValue>

const FormQuestion = loose({
  mode: Type.Optional(Type.Literal('form')),
  message: Type.String(),
  requestedSchema: loose({
    properties: dictionary(AskedValue),
    required: Type.Optional(Type.Array(Type.String())),
  }),
})
const PageQuestion = loose({ mode: Type.Literal('url'), message: Type.String(), url: Type.String() })

export type FormQuestion = Static<typeof FormQuestion>
export type PageQuestion = Static<typeof PageQuestion>
export type AskedQuestion = FormQuestion | PageQuestion

/** Of JSON-RPC, for whoever asked: the request is at fault. */
const INVALID_PARAMS = -32_602
const MAX_REASON_LENGTH = 200

/** The server asked something that is no question. */
export class MalformedQuestionError extends Error {
  readonly code = INVALID_PARAMS
}

/** The question that a server asked, which may have written anything. */
export function readQuestion(params: unknown): AskedQuestion {
  const isPage = (params as { mode?: unknown } | undefined)?.mode === 'url'
  const [first] = checkFor(isPage ? PageQuestion : FormQuestion, 'result')(params)
  if (!first) return params as AskedQuestion
  const place = first.path.slice(1).replaceAll('/', '.')
  const reason = visibleText(`${place} ${first.message}`.trim()).slice(0, MAX_REASON_LENGTH)
  throw new MalformedQuestionError(`It asked you something that can't be shown: ${reason}.`)
}

export function isPageQuestion(question: AskedQuestion): question is PageQuestion {
  return question.mode === 'url'
}
