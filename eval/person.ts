import type { Confirmation } from '../src/contract/confirmation.ts'
import { waitingCalls } from '../src/contract/several-calls.ts'
import type { Question } from './outcome.ts'
import type { AskedCall, Wish } from './wish.ts'

/** What the person says to each call of a question, as `POST /api/confirm` takes it. */
export interface Decision extends Omit<Question, 'round'> {
  readonly answer: {
    readonly confirmation_id: string
    readonly approved: boolean
    readonly changes?: { index: number; approved: boolean }[]
  }
}

/** A person who lets happen what they wished for, and nothing else. */
export function decide(question: Confirmation, { approves = staysHere }: Pick<Wish, 'approves'>): Decision {
  const calls = waitingCalls(question) ?? [question]
  const verdicts = calls.map(({ action, args, risk }) => ({
    call: { action, args, risk },
    yes: approves({ action, args, risk }),
  }))
  const rejected = verdicts.filter(({ yes }) => !yes).map(({ call }) => call)
  const approved = verdicts.filter(({ yes }) => yes).map(({ call }) => call)
  const changes = verdicts.flatMap(({ yes }, index) => (yes ? [] : [{ index, approved: false }]))
  const { confirmation_id } = question
  const isWhole = changes.length === 0 || approved.length === 0
  return {
    approved,
    rejected,
    answer: { confirmation_id, approved: approved.length > 0, ...(!isWhole && { changes }) },
  }
}

const staysHere = ({ risk }: AskedCall): boolean => risk !== 'external'

/** Lets mail go to exactly these, and everything happen that stays on the machine. */
export function mailTo(...addresses: readonly string[]): (call: AskedCall) => boolean {
  const wanted = new Set(addresses)
  return (call) => {
    if (call.risk !== 'external') return true
    const { to, cc, bcc } = call.args
    const named = [to, cc, bcc].flat().filter((value) => typeof value === 'string')
    const bare = named
      .map((value) => /<([^>]+)>/.exec(value)?.[1] ?? value)
      .map((value) => value.trim().toLowerCase())
    // An answer goes to whoever wrote; the judge sees where it went.
    return bare.every((address) => wanted.has(address))
  }
}
