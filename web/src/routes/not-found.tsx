import { notFound } from '../i18n/fr.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { StandRows } from '../ui/stand-rows.tsx'
import { TopBar } from '../ui/top-bar.tsx'

/** An address that leads nowhere, told by the scoreboard. */
export function NotFoundScreen() {
  return (
    <>
      <ScreenTitle>{notFound.title}</ScreenTitle>
      <TopBar as="p" title="" />
      <div className="relative overflow-hidden">
        <StandRows />
        <div className="gutter relative mx-auto flex min-h-[64dvh] max-w-[560px] flex-col items-center justify-center gap-6 text-center">
          <div aria-hidden="true" className="flex items-stretch gap-2">
            <Digit>4</Digit>
            <span className="flex items-center rounded-card bg-board px-4">
              <Mark size={80} lit={1} />
            </span>
            <Digit>4</Digit>
          </div>
          <div>
            <h1 className="text-3xl">{notFound.title}</h1>
            <p className="mt-2 text-quiet">{notFound.text}</p>
          </div>
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink to="/" tone="action">
              {notFound.action}
            </ButtonLink>
            <ButtonLink to="/rankings">{notFound.rankings}</ButtonLink>
          </div>
        </div>
      </div>
    </>
  )
}

function Digit({ children }: { readonly children: string }) {
  return (
    <span className="figures rounded-card bg-board px-6 py-4 text-[6rem] leading-none font-black text-on-board">
      {children}
    </span>
  )
}
