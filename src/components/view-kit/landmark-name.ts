import { useLayoutEffect, useState } from 'react'

const taken = new Map<string, Set<number>>()

/** A name that no other part of the page has: of two cards with one title, the second is "Notes (2)". */
export function useLandmarkName(name: string | undefined): string | undefined {
  const [number, setNumber] = useState(1)
  useLayoutEffect(() => {
    if (name === undefined) return undefined
    // Who hears names hears no capitals.
    const key = name.trim().toLowerCase()
    const numbers = taken.get(key) ?? new Set()
    taken.set(key, numbers)
    const free = firstFree(numbers)
    numbers.add(free)
    setNumber(free)
    return () => {
      numbers.delete(free)
      if (numbers.size === 0) taken.delete(key)
    }
  }, [name])
  return number === 1 ? name : `${name} (${number})`
}

function firstFree(numbers: ReadonlySet<number>): number {
  let number = 1
  while (numbers.has(number)) number += 1
  return number
}
