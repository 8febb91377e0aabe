import type { Component } from '../../../../contract/component-schema.ts'
import type { Asked } from '../../answering.ts'
import type { ActWriter } from '../held-writer.ts'
import { present, type When } from '../readers/reader.ts'

/** What an understood sentence brings along: the values that were read, who asked, and where to answer. */
export interface Understood<Slots = Readonly<Record<string, unknown>>> {
  readonly intent: string
  readonly slots: Slots
  readonly asked: Asked
  readonly writer: ActWriter
  readonly when: When
}

/** Answers or does what one intent wants. */
export type Act = (understood: Understood) => Promise<void> | void

/** A component of that type with the values that were read, and those given beside them. */
export function widget(
  type: string,
  slots: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Component {
  const members = names.flatMap((name) => (slots[name] === undefined ? [] : [[name, slots[name]] as const]))
  return { type, ...Object.fromEntries(members) }
}

/** An act that shows one widget with the values of these names. */
export function showing(type: string, names: readonly string[]): Act {
  return ({ slots, writer }) => writer.add(widget(type, slots, names))
}

/** A field that sends one sentence with what was entered. */
export function askFor({
  title,
  label,
  placeholder,
  message,
  type,
  submit = 'Show',
}: Readonly<Record<'title' | 'label' | 'message', string>> &
  Readonly<Partial<Record<'placeholder' | 'type' | 'submit', string>>>): Component {
  const field = { type: 'input', name: 'value', label, placeholder, input_type: type, required: true }
  return {
    type: 'form',
    title,
    children: [present(field)],
    submit_label: submit,
    action: { kind: 'chat', message: message.slice(0, 4_000) },
  }
}

/** A button that says a sentence for the person. */
export function saying(label: string, message: string, look?: string): Component {
  const action = { kind: 'chat', message: message.slice(0, 4_000) }
  return present({ type: 'button', label: label.slice(0, 80), look, action })
}

export function textOf(slots: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = slots[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A whole number between two others; nothing of nothing. */
export function bounded(value: number | undefined, low: number, high: number): number | undefined {
  return value === undefined ? undefined : Math.min(high, Math.max(low, Math.round(value)))
}

export function numberOf(slots: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = slots[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
