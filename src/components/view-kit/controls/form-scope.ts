import { createContext, use, useEffect } from 'react'
import type { FieldValues } from '../action-values.ts'

/** What the fields of one form hold. A field outside of a form has none. */
export class FormScope {
  readonly #values = new Map<string, unknown>()

  readonly values = (): FieldValues => Object.fromEntries(this.#values)

  set(name: string, value: unknown): void {
    this.#values.set(name, value)
  }

  remove(name: string): void {
    this.#values.delete(name)
  }
}

export const FormContext = createContext<FormScope | undefined>(undefined)

/** Tells the form around a field what it holds now. True when there is a form. */
export function useFormField(name: string, value: unknown): boolean {
  const form = use(FormContext)
  useEffect(() => {
    form?.set(name, value)
    return () => form?.remove(name)
  }, [form, name, value])
  return form !== undefined
}
