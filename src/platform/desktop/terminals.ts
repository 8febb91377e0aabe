/**
 * Whether a window of this class runs what is typed into it as commands. Rather one too many than one too few: what is
 * taken for a terminal is only asked about more often.
 */
export function isTerminalClass(className: string): boolean {
  return terminals.test(className)
}

/** Most have it in their name; the others are listed. */
const terminals =
  /term|konsole|console|kitty|alacritty|(?:^|\.)foot(?:client)?$|tilix|tilda|rxvt|kgx|ptyxis|guake|yakuake|ghostty|blackbox|zutty|sakura|contour|^st(?:-|$)|^(?:rio|hyper|tabby|wave)$|^(?:dev\.)?warp/i
