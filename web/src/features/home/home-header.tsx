import { Link } from '@tanstack/react-router'
import { brand, common } from '@tribune/french/sentences/app.ts'
import { home } from '@tribune/french/sentences/home.ts'
import { CircleQuestionMark, X } from 'lucide'
import { memo, useEffect, useState } from 'react'
import { useFan } from '../../data/session.ts'
import { phoneStorage } from '../../lib/device/storage.ts'
import { focusContent } from '../../lib/list/content.ts'
import { Button, ButtonLink, buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'

/** Same key as in start.js, which marks the page of a fan who has been here before. */
const KEY = 'tribune-intro'
const HIDDEN = 'hidden'

/** Returns whether the introduction is shown: during the first visit, until the fan hides it or has voted. Nothing moves when a vote is found later. */
function useIntro(): { readonly shown: boolean; readonly hide: () => void } {
  const voted = (useFan()?.vote_count ?? 0) > 0
  const page = globalThis.document?.documentElement.dataset
  const [shown, setShown] = useState(!voted && page?.intro !== HIDDEN)
  useEffect(() => {
    phoneStorage.write(KEY, HIDDEN)
  }, [])
  const hide = () => {
    page.intro = HIDDEN
    focusContent()
    setShown(false)
  }
  return { shown, hide }
}

interface HomeHeaderProps {
  readonly onRefresh: () => void
  readonly busy: boolean
  readonly onFind: () => void
}

/** The header: the name, the tagline, and the introduction for fans who have not voted yet. */
export const HomeHeader = memo(function HomeHeader({ onRefresh, busy, onFind }: HomeHeaderProps) {
  const intro = useIntro()
  return (
    <header className="relative overflow-hidden border-b border-line pt-(--notch) wide:pt-0">
      <StandRows />
      <div className="gutter relative mx-auto max-w-page py-1.5 short:py-0 wide:py-4">
        <div className="flex items-center gap-3">
          <span className="wide:hidden">
            <Mark size={40} />
          </span>
          <div className="min-w-0 flex-1 short:flex short:flex-wrap short:items-baseline short:gap-x-3">
            <h1 className="figures text-2xl font-black tracking-tight uppercase wide:sr-only">{brand.name}</h1>
            <p className="text-sm font-semibold text-quiet wide:text-3xl wide:font-bold wide:text-text">
              {brand.tagline}
            </p>
          </div>
          {!intro.shown && <HowItWorks />}
          <RefreshButton onRefresh={onRefresh} busy={busy} />
        </div>
        {intro.shown && <Intro onFind={onFind} onHide={intro.hide} />}
      </div>
    </header>
  )
})

interface IntroProps {
  readonly onFind: () => void
  readonly onHide: () => void
}

/** The welcome banner. */
function Intro({ onFind, onHide }: IntroProps) {
  return (
    <div data-intro className="mt-1 short:hidden wide:flex wide:items-end wide:justify-between wide:gap-8">
      <p className="max-w-[60ch] text-sm leading-snug wide:text-lg">{home.intro}</p>
      <div className="mt-1 -mr-3 flex items-center gap-2 wide:mt-0 wide:shrink-0">
        <Button className="px-2 text-sm" onClick={onFind}>
          {home.findMatch}
        </Button>
        <ButtonLink to="/points" className="px-2 text-sm">
          {common.howItWorks}
        </ButtonLink>
        <IconButton label={home.hideIntro} onClick={onHide} className="-ml-1 text-quiet">
          <Icon of={X} size={18} />
        </IconButton>
      </div>
    </div>
  )
}

/** The short form of the banner for returning fans. The search box is right below. */
function HowItWorks() {
  return (
    <Link
      to="/points"
      aria-label={common.howItWorks}
      title={common.howItWorks}
      className={buttonClass('quiet', false, '-mr-3 px-0')}
    >
      <Icon of={CircleQuestionMark} size={20} />
    </Link>
  )
}
