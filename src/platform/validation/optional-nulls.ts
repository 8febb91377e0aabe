type Json = Readonly<Record<string, unknown>>

/** The value without members that are `null`, may be left out and cannot be `null`. */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  if (Array.isArray(value) && isObject(schema))
    return value.map((item) => withoutNulls(schema['items'], item))
  if (!isObject(schema) || !isObject(value) || !isObject(schema['properties'])) return value
  const properties = schema['properties']
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (member === null && !required.includes(name) && !mayBeNull(own)) return []
      return [[name, withoutNulls(own, member)]]
    }),
  )
}

/** Where it is not plain that `null` is refused, it stays for the check to judge. */
function mayBeNull(schema: unknown): boolean {
  if (!isObject(schema)) return true
  const { type, enum: listed, const: only, anyOf, oneOf } = schema
  if (type !== undefined) return type === 'null' || (Array.isArray(type) && type.includes('null'))
  if (Array.isArray(listed)) return listed.includes(null)
  if ('const' in schema) return only === null
  const choices = anyOf ?? oneOf
  return !Array.isArray(choices) || choices.some(mayBeNull)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
