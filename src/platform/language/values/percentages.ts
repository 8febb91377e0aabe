const n = String.raw`(\d+(?:\.\d+)?)`
const tax = String.raw`(?: ?(?:vat|tax|sales tax|gst|moms|mwst|service|surcharge|interest|markup|discount|raise|increase))?`
const p = String.raw`${n} ?%${tax}`
const the = String.raw`(?:the |an? )?`

const pattern = (source: string) => new RegExp(source, 'g')

/** Percentages as people speak of them, and what is written for them. The words are in lower case, "percent" is "%". */
export const percentages: readonly (readonly [RegExp, string])[] = [
  [/\b(?:plus|with) (?:vat|(?:sales )?tax)(?: at| of)? (?=\d+(?:\.\d+)? ?%)/g, ' + '],
  // What was added is taken out again: a price with 19 % tax is 119 % of the one without.
  [
    pattern(
      String.raw`\b(?:remove|take|subtract|deduct|strip|get) ${the}${n} ?% (?:vat|tax|sales tax|gst) (?:from|off|out of) ${n}`,
    ),
    '($2 / (1 + $1 / 100))',
  ],
  [
    pattern(
      String.raw`\b${n} (?:without|excluding|excl\.?|ex|net of|before) ${the}${n} ?% (?:vat|tax|sales tax|gst)`,
    ),
    '($1 / (1 + $2 / 100))',
  ],
  [pattern(String.raw`\b(?:add|put|include|adding) ${the}${p} (?:to|on|onto|on top of) ${n}`), '($2 + $1%)'],
  [
    pattern(
      String.raw`\b(?:take|subtract|deduct|knock|remove|taking) ${the}${p} (?:off|from|off of) (?:of )?${n}`,
    ),
    '($2 - $1%)',
  ],
  [
    pattern(String.raw`\b(?:increase|raise|grow|up|mark up|bump|increasing|raising) ${n} by ${the}${p}`),
    '($1 + $2%)',
  ],
  [
    pattern(
      String.raw`\b(?:decrease|reduce|lower|cut|discount|mark down|drop|decreasing|reducing) ${n} by ${the}${p}`,
    ),
    '($1 - $2%)',
  ],
  [pattern(String.raw`\b${n} (?:increased|raised|marked up|grown) by ${the}${p}`), '($1 + $2%)'],
  [
    pattern(String.raw`\b${n} (?:decreased|reduced|lowered|cut|marked down|discounted) by ${the}${p}`),
    '($1 - $2%)',
  ],
  [
    pattern(
      String.raw`\b${n} (?:including|incl\.?|with|and) ${the}${n} ?% (?:vat|tax|sales tax|gst|service|surcharge|markup)`,
    ),
    '($1 + $2%)',
  ],
  [
    pattern(String.raw`\b${n} (?:with|at|after|minus|less) ${the}${n} ?% (?:off|discount)(?! of)`),
    '($1 - $2%)',
  ],
  [pattern(String.raw`\b${n} ?% (?:off|discount)(?: (?:of|on|from|for))? ${the}${n}`), '($2 - $1%)'],
  [
    pattern(String.raw`\b${n} ?% (?:vat|tax|sales tax|gst|service|interest) (?:of|on|for) ${n}`),
    '($1 / 100 * $2)',
  ],
  [
    pattern(
      String.raw`\b(?:percentage|%) (?:change|increase|difference|growth|rise|decrease|drop) (?:from|between) ${n} (?:to|and) ${n}`,
    ),
    '(($2 - $1) / $1 * 100)',
  ],
  [pattern(String.raw`\b${n} ?% (?:of|on) ${n}`), '($1 / 100 * $2)'],
  [pattern(String.raw`\bwhat (?:percentage|%) of ${n} is ${n}`), '($2 / $1 * 100)'],
  [pattern(String.raw`\bwhat (?:percentage|%) is ${n} (?:of|out of) ${n}`), '($1 / $2 * 100)'],
  [pattern(String.raw`\b${n} is what (?:percentage|%) of ${n}`), '($1 / $2 * 100)'],
  [
    pattern(
      String.raw`\b${n} (?:out of|of|as (?:a )?(?:percentage|%) of) ${n} (?:as|in|to) (?:a |an )?(?:percentage|%)`,
    ),
    '($1 / $2 * 100)',
  ],
  [pattern(String.raw`\b${n} as (?:a |an )?(?:percentage|%) of ${n}`), '($1 / $2 * 100)'],
  [pattern(String.raw`\b${n} ?/ ?${n} (?:as|in|to) (?:a |an )?(?:percentage|%)`), '($1 / $2 * 100)'],
  [pattern(String.raw`\b${p}(?= *$)`), '$1%'],
]
