import { useLocation, useRouter } from '@tanstack/react-router'
import { crash } from '@tribune/french/sentences/app.ts'
import { notFound } from '@tribune/french/sentences/not-found.ts'
import { OPERATOR_ADDRESSES, pageAt } from '@tribune/protocol/addresses.ts'
import { useEffect, useState } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { StandRows } from '../ui/stand-rows.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { Waiting } from '../ui/waiting.tsx'

/** Handles an address that is not in the fans' routes: fetches the routes of the operator's area if it may be one of its pages. */
export function NotFoundScreen() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const address = pageAt(path)?.address
  const isOperators = OPERATOR_ADDRESSES.some((known) => known === address)
  return isOperators ? <OperatorArea /> : <NoPage />
}

/** Fetches the operator's routes, then goes where the address leads. */
function OperatorArea() {
  const router = useRouter()
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    import('./operator/open-area.ts')
      .then(({ addOperatorRoutes }) => {
        addOperatorRoutes(router)
        return router.invalidate()
      })
      .catch(setFailure)
  }, [router])
  // The crash screen reloads the page, once, if a newer version may have the file.
  if (failure !== null) throw new Error('The operator’s routes', { cause: failure })
  return <Waiting />
}

/** Shows 404 on the scoreboard. */
function NoPage() {
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
              {crash.home}
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
