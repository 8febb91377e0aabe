/** Apart from the themes themselves, so that listing the tools does not load them. */
export const deckThemeNames = ['blue', 'green', 'dark', 'light', 'purple', 'rose', 'orange', 'none'] as const
export type DeckThemeName = (typeof deckThemeNames)[number]
