/** What can be done with a text. Apart from the command, which is loaded only when somebody runs it. */
export const textActions = ['improve', 'shorten', 'expand', 'fix_grammar', 'continue']
