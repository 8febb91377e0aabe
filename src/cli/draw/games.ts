import { printable } from '../terminal/text-width.ts'
import { filledBar } from './blocks.ts'
import type { DrawingsOf } from './drawing.ts'
import { inBrowser, indented, plain, quiet, title, type Ink } from './ink.ts'
import { drawMarkdown } from './markdown.ts'

type Game = 'tic_tac_toe' | 'quiz' | 'flashcards' | 'drawing_canvas' | 'poll' | 'markdown_editor'

export const games: DrawingsOf<Game> = {
  tic_tac_toe: (_game, ink) => [' · │ · │ ·', '───┼───┼───', ' · │ · │ ·', ...inBrowser(ink)],

  // The right answers stand below all questions, so that one can try first.
  quiz: ({ title: heading, questions }, ink) => [
    ...title(ink, heading),
    ...questions.flatMap(({ question, options }, index) => [
      ...plain(ink, `${index + 1}. ${question}`),
      ...indented(options.map((option, at) => `${letter(at)}) ${printable(option)}`)),
    ]),
    ...quiet(
      ink,
      `Answers: ${questions.map(({ answer }, index) => `${index + 1} ${letter(answer)}`).join(', ')}`,
    ),
  ],

  flashcards: ({ title: heading, cards }, ink) => [
    ...title(ink, heading),
    ...cards.map(({ front, back }) => `${printable(front)} ${ink.style('gray', '→')} ${printable(back)}`),
  ],

  drawing_canvas: ({ title: heading }, ink) => [...title(ink, heading ?? 'Drawing'), ...inBrowser(ink)],

  poll({ question, options }, ink) {
    const total = options.reduce((sum, { votes = 0 }) => sum + votes, 0)
    return [
      ...title(ink, question),
      ...options.map(({ label, votes = 0 }) => pollLine({ label, votes, total }, ink)),
      ...inBrowser(ink),
    ]
  },

  markdown_editor: ({ title: heading, text = '' }, ink) => [
    ...title(ink, heading),
    ...drawMarkdown(text, ink),
    ...inBrowser(ink),
  ],
}

function letter(index: number): string {
  return String.fromCodePoint(97 + index)
}

function pollLine(
  { label, votes, total }: { label: string; votes: number; total: number },
  ink: Ink,
): string {
  const bar = total === 0 ? '' : ` ${ink.style('cyan', filledBar(votes / total, 20))}`
  return `○ ${printable(label)}${bar} ${ink.style('gray', String(votes))}`
}
