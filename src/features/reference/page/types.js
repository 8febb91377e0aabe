// Types of the interface: a name, and what is in it when it is opened, as deep as it goes.
import { code, element, table } from './elements.js'

/** The type as text; where it has members, something to open. */
export function typeCell(schema, document_, { isOpen = false } = {}) {
  const inner = innermost(schema, document_)
  const variants = variantsOf(inner, document_)
  if (isOpen) return variants.length > 0 ? membersOf(variants, document_) : typeOf(schema)
  if (variants.length === 0) return typeOf(schema)
  const unfolded = element('details', { class: 'type' }, element('summary', {}, typeOf(schema)))
  // A type may hold itself: what is in it is drawn when somebody looks.
  unfolded.addEventListener('toggle', (event) => {
    event.stopPropagation()
    if (unfolded.open && unfolded.childElementCount === 1) unfolded.append(membersOf(variants, document_))
  })
  return unfolded
}

/** What a list holds, what a name stands for. */
function innermost(schema, document_) {
  const resolved = resolve(schema, document_)
  if (resolved.type === 'array' && resolved.items) return innermost(resolved.items, document_)
  const { additionalProperties: values } = resolved
  return !resolved.properties && values && typeof values === 'object'
    ? innermost(values, document_)
    : resolved
}

/** The objects that it can be. */
function variantsOf(schema, document_) {
  const options = schema.anyOf ?? schema.oneOf ?? [schema]
  return options
    .map((option) => (option === schema ? schema : innermost(option, document_)))
    .filter(({ properties }) => properties && Object.keys(properties).length > 0)
}

function membersOf(variants, document_) {
  const tables = variants.map((variant) => {
    const rows = Object.entries(variant.properties).map(([name, property]) => [
      code(name),
      typeCell(property, document_),
      variant.required?.includes(name) ? 'always' : defaultOf(resolve(property, document_)),
      property.description ?? resolve(property, document_).description ?? '',
    ])
    return table(['member', 'type', '', 'meaning'], rows)
  })
  return element(
    'div',
    { class: 'members' },
    ...tables.flatMap((one, place) => (place === 0 ? [one] : ['or', one])),
  )
}

function resolve(schema, document_) {
  const name = schema?.$ref?.split('/').at(-1)
  return name ? document_.components.schemas[name] : (schema ?? {})
}

function typeOf(schema = {}) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items)}[]`
  return schema.type ?? 'any'
}

function defaultOf(schema = {}) {
  return schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`
}
