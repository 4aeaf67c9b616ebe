import { profile as words } from '@tribune/french/sentences/account.ts'
import { chooseTheme, type Theme, useTheme } from '../../../lib/device/theme.ts'

const THEMES: readonly Theme[] = ['auto', 'light', 'dark']

/** Chooses the theme: light, dark, or that of the phone. */
export function ThemeChoice() {
  const chosen = useTheme()
  return (
    <fieldset>
      <legend className="mb-2 text-lg font-bold">{words.appearance}</legend>
      <div className="flex gap-1 rounded-card border border-line bg-surface p-1">
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
              onChange={() => chooseTheme(theme)}
              className="sr-only"
            />
            {words.themes[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
