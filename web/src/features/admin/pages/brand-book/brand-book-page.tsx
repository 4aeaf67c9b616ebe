import { coefficient, count } from '@tribune/french/format/numbers.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { imagePrompts, brandBook as words } from '@tribune/french/sentences/operator/brand-book.ts'
import { toast } from '../../../../lib/state/toast.ts'
import { COLOUR_THEMES, type ColourTheme } from '../../../../styles/colour-pairs.ts'
import { Button } from '../../../../ui/button.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { Section } from '../../section.tsx'
import { DiagnosticFrame } from '../diagnostic-frame.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { COLOURS, contrastsIn, type PairContrast, TYPE_SCALE } from './brand-rules.ts'
import { LogoSection } from './logo-section.tsx'

/** The brand book: colours, logos, slogans, type, voice, shape, motion and image prompts (spec section 2, "Developer test pages"). */
export function BrandBookPage() {
  return (
    <DiagnosticFrame title={pageNames['/brand-book']} intro={words.intro}>
      <Section title={words.idea}>
        <p className="max-w-prose">{words.ideaText}</p>
      </Section>
      <ColourSection />
      <ContrastSection />
      <LogoSection />
      <Section title={words.slogans}>
        <ul className="flex flex-col gap-3">
          {words.sloganList.map((slogan) => (
            <li key={slogan} className="text-2xl font-black [overflow-wrap:anywhere]">
              {slogan}
            </li>
          ))}
        </ul>
      </Section>
      <TypeSection />
      <VoiceSection />
      <Section title={words.shape}>
        <Rules of={words.shapeRules} />
        <div className="mt-4 rounded-card border border-edge bg-ground p-4">
          <p className="mb-3">{words.card}</p>
          <p className="rounded-inner border border-edge bg-raised p-4">{words.inner}</p>
        </div>
      </Section>
      <Section title={words.motion}>
        <Rules of={words.motionRules} />
      </Section>
      <ImageSection />
    </DiagnosticFrame>
  )
}

function Rules({ of: rules }: { readonly of: readonly string[] }) {
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  )
}

function TypeSection() {
  return (
    <Section title={words.type} intro={words.typeIntro}>
      <ul className="flex flex-col gap-4">
        {TYPE_SCALE.map(({ name, pixels }) => (
          <li key={name} className="border-b border-line pb-3 last:border-0">
            <p className="figures text-sm text-quiet">{words.size(name, count(pixels))}</p>
            <p className="leading-tight font-bold [overflow-wrap:anywhere]" style={{ fontSize: `${pixels / 16}rem` }}>
              {words.specimen}
            </p>
            <p
              className="figures leading-tight font-extrabold [overflow-wrap:anywhere]"
              style={{ fontSize: `${pixels / 16}rem` }}
            >
              {words.figures}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function VoiceSection() {
  return (
    <Section title={words.voice}>
      <Rules of={words.voiceRules} />
      <ul className="mt-4 flex flex-col gap-4">
        {words.examples.map(([good, bad]) => (
          <li key={good} className="grid gap-2 wide:grid-cols-2">
            <Example title={words.says} text={good} border="border-good" />
            <Example title={words.saysNot} text={bad} border="border-warn" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Example({ title, text, border }: { readonly title: string; readonly text: string; readonly border: string }) {
  return (
    <div className={`rounded-inner border-l-4 bg-ground px-4 py-2 ${border}`}>
      <p className="text-sm text-quiet">{title}</p>
      <p>{text}</p>
    </div>
  )
}

function ImageSection() {
  const copy = async (prompt: string) => {
    try {
      await navigator.clipboard.writeText(prompt)
      toast(words.copied)
    } catch {
      toast(words.notCopied, 'error')
    }
  }
  return (
    <Section title={words.images} intro={words.imagesIntro}>
      <ul className="flex flex-col gap-4">
        {imagePrompts.map((prompt, at) => {
          const name = words.imageNames[at] ?? ''
          return (
            <li key={prompt} className="flex flex-col items-start gap-2 border-b border-line pb-4 last:border-0">
              <h3 className="font-bold">{name}</h3>
              <p lang="en" className="max-w-prose select-all">
                {prompt}
              </p>
              <Button aria-label={words.copyOne(name)} onClick={() => void copy(prompt)}>
                {words.copy}
              </Button>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** Every colour of the style sheet in both themes. */
function ColourSection() {
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
function ContrastSection() {
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
