const namedKinds: readonly (readonly [RegExp, string])[] = [
  [/^where i live$|^my (?:home )?(?:city|town|place)$/i, 'home_city'],
  [/^my (?:home )?address$/i, 'home_address'],
  [/^my name$|^what i(?:'m| am) called$/i, 'name'],
  [/^my birthday$|^when i was born$/i, 'birthday'],
  [/^my work e-?mail(?: address)?$/i, 'work_email'],
  [/^my (?:personal |private )?e-?mail(?: address)?$/i, 'email'],
  [/^my work (?:phone|number|phone number)$/i, 'work_phone'],
  [/^my (?:phone|phone number|number|mobile|mobile number)$/i, 'phone'],
  [/^my allerg(?:y|ies)$|^what i(?:'m| am) allergic to$/i, 'allergy'],
  [/^my job$|^where i work$/i, 'job'],
  [/^my car$/i, 'car'],
  [/^my diet$/i, 'diet'],
  [/^my time ?zone$/i, 'time_zone'],
  [/^my (?:native |first |mother )?(?:language|tongue)$/i, 'language'],
  [/^my currency$/i, 'currency'],
  [/^my units$/i, 'units'],
]

/** What kind of fact is meant by "my birthday" or "where I live". */
export function kindNamed(about: string): string | undefined {
  const [, favorite] = /^my fav(?:ou?rite)? (.+)$/i.exec(about) ?? []
  if (favorite !== undefined) return `favorite:${favorite.toLowerCase().replaceAll(/[\s-]+/g, '_')}`
  return namedKinds.find(([pattern]) => pattern.test(about))?.[1]
}
