import { randomInt } from 'node:crypto'
import { answered, newDeck } from '../../../components/flashcards/deck.ts'
import type { NewComponent } from '../../../components/schemas.ts'
import { shuffledOrder } from '../../../components/view-kit/random.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { printable } from '../../terminal/text-width.ts'

type Cards = NewComponent<'flashcards'>

/** A card that was not known comes again after a few others, until all are known. */
export async function learnCards(
  { title = 'Flashcards', cards, shuffle = true }: Cards,
  terminal: Terminal,
): Promise<boolean> {
  let deck = newDeck(shuffle ? shuffledOrder(cards.length, randomInt) : [...cards.keys()])
  terminal.print(terminal.style('bold', printable(title)))
  terminal.print(terminal.style('gray', 'Press Enter to turn a card, then y if you knew it. q quits.'))
  while (deck.waiting.length > 0) {
    const { front, back, hint } = cards[deck.waiting[0]!]!
    terminal.print()
    terminal.print(
      printable(front) + (hint === undefined ? '' : terminal.style('gray', `  (${printable(hint)})`)),
    )
    if (hasLeft(await terminal.ask('Turn it: '))) return false
    terminal.print(`${terminal.style('gray', '→')} ${printable(back)}`)
    const knew = await terminal.ask('Did you know it? [y/n] ')
    if (hasLeft(knew)) return false
    deck = answered(deck, /^y/i.test(knew ?? ''))
  }
  terminal.print()
  terminal.print(terminal.style('bold', `All ${cards.length} known. Repeated ${deck.repeats}.`))
  return true
}

function hasLeft(typed: string | undefined): boolean {
  return typed === undefined || typed.toLowerCase() === 'q'
}
