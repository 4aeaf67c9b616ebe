import { createAtom, useSelector } from '@tanstack/react-store'
import { colourBrowserBar } from './browser-bar.ts'
import { phoneStorage } from './storage.ts'

/** The fan's choice; `auto` follows the phone. */
export type Theme = 'auto' | 'light' | 'dark'

/** Same key as src/start.js, which applies it before the first paint. */
const KEY = 'tribune-theme'
const chosen = createAtom(themeOfPage())

function themeOfPage(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

/** Applies a choice immediately and stores it for the next visit. Returns whether the browser has stored it. */
export function chooseTheme(theme: Theme): boolean {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  chosen.set(theme)
  colourBrowserBar()
  if (theme !== 'auto') return phoneStorage.write(KEY, theme)
  phoneStorage.remove(KEY)
  return true
}

export function useTheme(): Theme {
  return useSelector(chosen)
}
