import { currencyCodeOf, readCurrencies } from '../../../../platform/language/values/currencies.ts'
import { firstMatch, type SlotReader } from './reader.ts'

export const readNewName: SlotReader = ({ text }) => {
  const name = firstMatch(text, [
    /\b(?:my name is|my name's|call me|name to|calling me|address me as|refer to me as|known as|be called|am called|i go by|i am known as)(?: to)? (?:the name )?([\p{L}][\p{L} .'-]{0,40}?)(?: (?:from now on|instead|please|now))?$/iu,
    /\bmy names? ([\p{L}][\p{L}'-]{1,30})$/iu,
  ])
  if (name === undefined) return {}
  return /^(?:a|an|the|not|back|later|when|if|what|by|something|anything|else|at|on|your|my)\b/i.test(name) ||
    noName.test(name)
    ? undefined
    : { name: name.replaceAll(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()) }
}

/** "call me maybe", "I go by bus", "I am called away": no name of a person. */
const noName =
  /^(?:maybe|crazy|mad|stupid|silly|weird|lazy|old[- ]fashioned|naive|cynical|paranoid|whatever|anytime|sometime|asap|bus|car|train|bike|bicycle|foot|plane|boat|tram|taxi|metro|subway|away|in|out|up|upon|to|for|instinct|feel)\b/i

export const readBaseCurrency: SlotReader = ({ text }) => {
  const named = firstMatch(text, [/\b(?:to|is|use|as) (?:the )?([\p{L}$€£ ]+?)(?: (?:as|by) .*)?$/iu])
  const code = (named === undefined ? undefined : currencyCodeOf(named)) ?? readCurrencies(text)[0]?.code
  return code === undefined ? undefined : { currency: code }
}

export const readUnitSystem: SlotReader = ({ lower }) => {
  if (/\b(?:metric|celsius|centigrade|kilometers|kilometres|kilograms)\b/.test(lower))
    return { units: 'metric' }
  return /\b(?:imperial|fahrenheit|miles|pounds)\b/.test(lower) ? { units: 'imperial' } : undefined
}
