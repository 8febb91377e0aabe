import { sharedState, type SharedState } from './external-state.ts'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'deskhand.theme'

/** The chosen colours. `theme.js` reads the same key before the page is drawn. */
export function createTheme(): SharedState<Theme> {
  const kept = localStorage.getItem(KEY)
  const state = sharedState<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')
  return {
    ...state,
    set(theme) {
      if (theme === 'system') {
        localStorage.removeItem(KEY)
        delete document.documentElement.dataset['theme']
      } else {
        localStorage.setItem(KEY, theme)
        document.documentElement.dataset['theme'] = theme
      }
      state.set(theme)
    },
  }
}
