import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import type { ReactNode } from 'react'
import { COLOUR_THEMES, type ColourTheme } from '../../../../styles/colour-pairs.ts'
import { Section } from '../../section.tsx'
import { tokensIn } from '../brand-book/brand-rules.ts'

/** Which themes are shown: side by side, or one. */
export const SHOWN_THEMES = ['both', ...COLOUR_THEMES] as const
export type ShownTheme = (typeof SHOWN_THEMES)[number]

export type DemoName = keyof typeof words.sections

interface DemoPanelProps {
  /** Of the group; its title comes from it, and the place that the list of contents leads to. */
  readonly name: DemoName
  readonly shown: ShownTheme
  /** Only once, whichever themes are shown: a page has one search, one scoreboard. */
  readonly once?: boolean
  /** Without a region around it: what it shows has a landmark of its own. */
  readonly bare?: boolean
  readonly children: (theme: ColourTheme) => ReactNode
}

/** One group of components in the chosen themes. A theme is the colours of a box, from the style sheet itself. */
export function DemoPanel({ name, shown, once = false, bare = false, children }: DemoPanelProps) {
  const chosen = COLOUR_THEMES.filter((theme) => shown === 'both' || shown === theme)
  const Frame = bare ? Bare : Section
  const themes = once ? chosen.slice(0, 1) : chosen
  return (
    <div id={name}>
      <Frame title={words.sections[name]}>
        <div className={`grid gap-4 ${themes.length > 1 ? 'wide:grid-cols-2' : ''}`}>
          {themes.map((theme) => (
            <div
              key={theme}
              data-shown-theme={theme}
              style={tokensIn(theme)}
              className="flex min-w-0 flex-col gap-3 rounded-inner border border-edge bg-ground p-3 text-text"
            >
              {themes.length > 1 && <p className="text-sm text-quiet">{words.themes[theme]}</p>}
              {children(theme)}
            </div>
          ))}
        </div>
      </Frame>
    </div>
  )
}

function Bare({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <h2 className="mb-3 text-lg font-bold">{title}</h2>
      {children}
    </div>
  )
}

/**
 * A stage for what stands at an edge of the window: here the edge is that of the box. It has no navigation at its foot.
 */
export function Stage({ className = '', children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <div
      className={`relative overflow-hidden rounded-inner border border-dashed border-line contain-layout [--foot:0px] [--nav:0px] ${className}`}
    >
      {children}
    </div>
  )
}

/** A component in one state, under the state's name. */
export function State({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-sm font-semibold text-quiet">{name}</p>
      {children}
    </div>
  )
}
