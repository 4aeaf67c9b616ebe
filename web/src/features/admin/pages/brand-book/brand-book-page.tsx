import { count } from '@tribune/french/format/numbers.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { imagePrompts, brandBook as words } from '@tribune/french/sentences/operator/brand-book.ts'
import { toast } from '../../../../lib/state/toast.ts'
import { Button } from '../../../../ui/button.tsx'
import { Section } from '../../section.tsx'
import { DiagnosticFrame } from '../diagnostic-frame.tsx'
import { TYPE_SCALE } from './brand-rules.ts'
import { ColourSection, ContrastSection } from './colour-section.tsx'
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
        {words.examples.map(([said, not]) => (
          <li key={said} className="grid gap-2 wide:grid-cols-2">
            <Example title={words.says} text={said} border="border-good" />
            <Example title={words.saysNot} text={not} border="border-warn" />
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
