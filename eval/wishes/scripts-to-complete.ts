import type { Round } from '../wish.ts'

/**
 * How a good model fulfils the wishes whose tools came after the wishes. Until a script is here, the test of the evaluation
 * names the wish and leaves it out; a real model is asked all of them.
 */
export const scripts: Readonly<Record<string, readonly Round[] | undefined>> = {
  'deadlines-to-todo': undefined,
  'tick-off-de': undefined,
  'note-code-es': undefined,
  'guest-network-sv': undefined,
  'remember-and-add': undefined,
  'remind-printer-fr': undefined,
  'every-weekday': undefined,
}
