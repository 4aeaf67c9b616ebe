import { coefficient } from '@tribune/french/format/numbers.ts'
import { brandBook as words } from '@tribune/french/sentences/operator/brand-book.ts'
import { COLOUR_THEMES, type ColourTheme } from '../../../../styles/colour-pairs.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { Section } from '../../section.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { COLOURS, contrastsIn, type PairContrast } from './brand-rules.ts'

/** Every colour of the style sheet in both themes. */
export function ColourSection() {
  return (
    <Section title={words.colours} intro={words.coloursIntro}>
      <DataTable
        caption={words.colours}
        rows={[...COLOURS]}
        keyOf={([name]) => name}
        columns={[
          { head: words.colour, cell: ([name]) => <span className="figures">{name}</span> },
          ...COLOUR_THEMES.map((theme) => ({
            head: words.themes[theme],
            cell: ([, colour]: readonly [string, Readonly<Record<ColourTheme, string>>]) => (
              <span className="figures inline-flex items-center gap-2">
                <span
                  aria-hidden="true"
                  className="size-8 shrink-0 rounded-inner border border-edge"
                  style={{ background: colour[theme] }}
                />
                {colour[theme]}
              </span>
            ),
          })),
        ]}
      />
    </Section>
  )
}

/** Every pair in use with its contrast, in both themes. */
export function ContrastSection() {
  return (
    <Section title={words.contrasts} intro={words.contrastsIntro}>
      <div className="grid gap-6 wide:grid-cols-2">
        {COLOUR_THEMES.map((theme) => (
          <div key={theme} className="min-w-0">
            <h3 className="mb-2 font-bold">{words.themes[theme]}</h3>
            <Pairs caption={`${words.contrasts}, ${words.themes[theme]}`} pairs={contrastsIn(theme)} />
          </div>
        ))}
      </div>
    </Section>
  )
}

function Pairs({ caption, pairs }: { readonly caption: string; readonly pairs: readonly PairContrast[] }) {
  return (
    <DataTable
      caption={caption}
      rows={pairs}
      keyOf={({ ink, ground }) => `${ink} ${ground}`}
      columns={[
        {
          head: words.pair,
          cell: ({ ink, ground, colours: [color, background] }) => (
            <span className="flex items-center gap-2">
              <Sample color={color} background={background} />
              <span className="figures">{words.on(ink, ground)}</span>
            </span>
          ),
        },
        { head: words.use, cell: ({ use }) => words.uses[use] },
        {
          head: words.contrasts,
          cell: ({ ratio, passes }) => (
            <span className="flex items-center justify-between gap-2">
              <span className="figures whitespace-nowrap">
                {words.ratio(coefficient(Math.floor(ratio * 100) / 100))}
              </span>
              <StatusBadge tone={passes ? 'good' : 'warn'}>{passes ? words.passes : words.fails}</StatusBadge>
            </span>
          ),
        },
      ]}
    />
  )
}

/** The two colours together: a shape, not a text, because some pairs are for shapes alone. */
function Sample({ color, background }: { readonly color: string; readonly background: string }) {
  return (
    <svg width={32} height={32} aria-hidden="true" className="shrink-0 rounded-inner border border-edge">
      <rect width={32} height={32} fill={background} />
      <path d="M8 24L16 8L24 24Z" fill={color} />
    </svg>
  )
}
