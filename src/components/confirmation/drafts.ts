import { useState } from 'react'
import type { AllowScope, CallDetail } from '../../contract/confirmation.ts'

type Values = Readonly<Record<string, unknown>>

/** What the person changed about one call before saying yes. */
export interface CallDraft {
  readonly isLeftOut?: boolean
  readonly args?: Values | undefined
}

export interface Change {
  readonly index: number
  readonly approved?: false
  readonly args?: Values
  readonly allow?: AllowScope
}

/** Something that can be allowed from now on, and the calls that it would be allowed for. */
export interface Offer {
  readonly words: string
  readonly scopes: readonly AllowScope[]
  readonly calls: readonly number[]
}

/** The same words are offered once, however many calls they are about. */
export function offersIn(details: readonly CallDetail[]): Offer[] {
  const offers = details.flatMap(({ index, allow = [] }) => allow.map((one) => ({ ...one, index })))
  return [...Map.groupBy(offers, ({ words }) => words)].map(([words, ones]) => ({
    words,
    scopes: [...new Set(ones.map(({ scope }) => scope))],
    calls: [...new Set(ones.map(({ index }) => index))],
  }))
}

/** What was changed about the calls of a question, and how the service is told. */
export function useDrafts(count: number, details: readonly CallDetail[]) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, CallDraft>>(new Map())
  const [allowed, setAllowed] = useState<ReadonlyMap<string, AllowScope>>(new Map())
  const offers = offersIn(details)
  const draftOf = (index: number): CallDraft => drafts.get(index) ?? {}
  const scopeOf = (index: number) => {
    const offer = offers.find(({ words, calls }) => calls.includes(index) && allowed.has(words))
    return offer && allowed.get(offer.words)
  }
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    offers,
    allowed,
    draftOf,
    left: indexes.filter((index) => !draftOf(index).isLeftOut).length,
    change: (index: number, draft: CallDraft) =>
      setDrafts((known) => new Map(known).set(index, { ...known.get(index), ...draft })),
    allow(words: string, scope: AllowScope | undefined) {
      const next = new Map(allowed)
      if (scope === undefined) next.delete(words)
      else next.set(words, scope)
      setAllowed(next)
    },
    changes: indexes.flatMap((index): Change[] => {
      const { isLeftOut, args } = draftOf(index)
      if (isLeftOut) return [{ index, approved: false }]
      const allow = scopeOf(index)
      return args || allow ? [{ index, ...(args && { args }), ...(allow && { allow }) }] : []
    }),
  }
}

export type Drafts = ReturnType<typeof useDrafts>
