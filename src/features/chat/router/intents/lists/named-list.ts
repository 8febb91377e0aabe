import { Type } from '../../../../../contract/type.ts'
import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'
import { cardOf } from '../../answers/cards.ts'
import { spokenOf, todo } from '../../answers/list-items.ts'
import type { StoredValues } from '../../answers/stored.ts'
import { listIn, type ListName } from '../../list-names.ts'
import type { Sentence } from '../../normalize.ts'

export const ListSlot = Type.Object({ id: Type.String(), title: Type.String() })
export const optionalList = Type.Optional(ListSlot)

interface Named {
  readonly list?: ListName
  readonly usual?: ListName
  readonly to?: unknown
}

/** The list that was named, else the one that was spoken of, else the usual one. */
export function listOf({
  slots: { list, usual },
  asked,
}: Pick<Understood<Named>, 'slots' | 'asked'>): ListName {
  const spoken = spokenOf(asked.earlier)
  // "add jam" is no task, also when the tasks were spoken of.
  const isMeant = spoken !== undefined && (usual === undefined || spoken.id !== todo.id)
  return list ?? (isMeant ? spoken : (usual ?? todo))
}

/** An act on a list. "The notes list" are the notes: they are kept otherwise than a list, and are not to become one. */
export function onList<Slots extends Named>(
  act: (understood: Understood<Slots>, store: StoredValues) => Promise<void> | void,
): (understood: Understood<Slots>, port: ActPort) => Promise<void> | void {
  return (understood, { store }) => {
    const { slots, writer, intent } = understood
    const ids = [slots.list, slots.to].map((name) => (name as Partial<ListName> | undefined)?.id)
    const [card] = ids.flatMap((id) => (id === undefined ? [] : (cardOf(id) ?? [])))
    if (!card) return act(understood, store)
    if (intent !== 'list.show')
      writer.decline(`${card.title} has its own card and isn't a list. Nothing was changed.`)
    writer.add(card)
  }
}

/** What can be had of a sentence that no template fits: the list. Others do more with one: "send my list to Anna". */
export function readList({ text, lower }: Sentence): { list?: ListName } | undefined {
  if (otherVerbs.test(lower)) return undefined
  const list = listIn(text)
  return list ? { list } : {}
}

const otherVerbs =
  /^(?:send|email|text|share|print|order|forward|mail|buy (?:everything|all)|merge|combine|compare|prioriti[sz]e|sort|reorder)\b/
