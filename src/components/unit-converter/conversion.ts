import {
  findUnit,
  unitsByCategory,
  type Category,
  type Unit,
} from '../../platform/language/values/unit-table.ts'

export interface Wish {
  readonly category: Category
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The two units that are meant. One that is named says what is measured, whatever the category says. */
export function unitsOf({ category, from, to }: Wish): { readonly from: Unit; readonly to: Unit } {
  const kind = (findUnit(from, category) ?? findUnit(to, category))?.category ?? category
  const [first, second] = unitsByCategory[kind]
  const named = (text: string | undefined) => {
    const found = findUnit(text, kind)
    return found?.category === kind ? found : undefined
  }
  const target = named(to)
  const source = named(from) ?? (target === first ? second : first)
  return { from: source, to: target ?? (source === second ? first : second) }
}
