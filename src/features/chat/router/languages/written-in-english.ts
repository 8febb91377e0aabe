/**
 * Writes values into a wording: `at {hour-1}:30`, `the weather [in {city}]`. What stands in brackets is left out where a value
 * in it is missing; undefined where one is missing elsewhere.
 */
export function written(
  wording: string,
  valueOf: (name: string, reckon: (value: number) => number) => string | undefined,
): string | undefined {
  const optional = wording.replaceAll(/\[([^[\]]*)\]/g, (_, part: string) => filled(part, valueOf) ?? '')
  return filled(optional, valueOf)?.replaceAll(/\s+/g, ' ').trim()
}

function filled(
  part: string,
  valueOf: (name: string, reckon: (value: number) => number) => string | undefined,
): string | undefined {
  let isWhole = true
  const text = part.replaceAll(/\{(?:(\d+)([+-]))?([a-z]\w*)(?:([+-])(\d+))?\}/g, (...found) => {
    const [, first, sign, name, otherSign, last] = found as (string | undefined)[]
    const value = valueOf(name!, (said) => {
      if (first !== undefined) return sign === '+' ? Number(first) + said : Number(first) - said
      if (last === undefined) return said
      return otherSign === '+' ? said + Number(last) : said - Number(last)
    })
    isWhole &&= value !== undefined
    return value ?? ''
  })
  return isWhole ? text : undefined
}
