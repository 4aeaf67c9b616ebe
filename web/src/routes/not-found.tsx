import { notFound } from '../i18n/fr.ts'
import { ButtonLink } from '../ui/button.tsx'
import { StandRows } from '../ui/stand-rows.tsx'
import { TopBar } from '../ui/top-bar.tsx'

const DIGITS = [
  { key: 'left', digit: 4 },
  { key: 'middle', digit: 0 },
  { key: 'right', digit: 4 },
]

/** An address that leads nowhere, told by the scoreboard. */
export function NotFoundScreen() {
  return (
    <>
      <title>{`${notFound.title} — Tribune`}</title>
      <TopBar as="p" title="" />
      <div className="relative overflow-hidden">
        <StandRows />
        <div className="gutter relative mx-auto flex min-h-[60dvh] max-w-[560px] flex-col items-center justify-center gap-6 text-center">
          <p aria-hidden="true" className="figures flex gap-2 text-[6rem] leading-none font-black text-on-board">
            {DIGITS.map(({ key, digit }) => (
              <span key={key} className="rounded-card bg-board px-6 py-4">
                {digit}
              </span>
            ))}
          </p>
          <div>
            <h1 className="text-2xl">{notFound.title}</h1>
            <p className="mt-1 text-quiet">{notFound.text}</p>
          </div>
          <ButtonLink to="/" tone="action">
            {notFound.action}
          </ButtonLink>
        </div>
      </div>
    </>
  )
}
