import { createAtom, useSelector } from '@tanstack/react-store'
import { settings } from '@tribune/french/sentences/settings.ts'
import { colourBrowserBar } from '../../../lib/device/browser-bar.ts'
import { phoneStorage } from '../../../lib/device/storage.ts'
import { useSaveState } from '../../../lib/state/use-save-state.ts'
import { SaveNote, SettingsSection } from '../../../ui/settings.tsx'

const THEMES: readonly Theme[] = ['auto', 'light', 'dark']
const words = settings.theme

/** Same key as src/start.js, which applies it before the first paint. */
const KEY = 'tribune-theme'

const chosen = createAtom(themeOfPage())

/** Chooses the theme: light, dark, or that of the phone. */
export function ThemeChoice() {
  const chosen = useTheme()
  const saves = useSaveState<'theme'>()
  const choose = (theme: Theme) => {
    const isStored = chooseTheme(theme)
    saves.show('theme', isStored, isStored ? words.saved : words.unsaved)
  }
  return (
    <SettingsSection title={words.title}>
      <fieldset>
        <legend className="sr-only">{words.title}</legend>
        <div className="mb-2 flex gap-1 rounded-card border border-line bg-surface p-1">
          {THEMES.map((theme) => (
            <label
              key={theme}
              className="target flex flex-1 cursor-pointer items-center justify-center rounded-inner font-semibold text-quiet has-checked:bg-raised has-checked:text-text has-focus-visible:outline-3 has-focus-visible:outline-text"
            >
              <input
                type="radio"
                name="theme"
                value={theme}
                checked={theme === chosen}
                onChange={() => choose(theme)}
                className="sr-only"
              />
              {words.names[theme]}
            </label>
          ))}
        </div>
        <SaveNote saved={saves.of('theme')}>{words.note}</SaveNote>
      </fieldset>
    </SettingsSection>
  )
}

/** The fan's choice; `auto` follows the phone. */
type Theme = 'auto' | 'light' | 'dark'

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

function useTheme(): Theme {
  return useSelector(chosen)
}
