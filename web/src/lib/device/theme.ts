import { createAtom, useSelector } from '@tanstack/react-store'
import { colourBrowserBar } from './browser-bar.ts'

/** The fan's choice; `auto` follows the phone. */
export type Theme = 'auto' | 'light' | 'dark'

/** Same key as src/start.js, which applies it before the first paint. */
const KEY = 'tribune-theme'
const chosen = createAtom(themeOfPage())

function themeOfPage(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

/** Applies a choice immediately and stores it for the next visit. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  chosen.set(theme)
  store(theme)
  colourBrowserBar()
}

export function useTheme(): Theme {
  return useSelector(chosen)
}

function store(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // The browser refuses storage: the choice lasts as long as the page.
  }
}
