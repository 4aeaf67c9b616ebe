import { common, crash } from '@tribune/french/sentences/app.ts'
import { useEffect, useState } from 'react'
import { mayReloadFix, recordReload, reloadNewest } from '../lib/offline/fresh-load.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { Waiting } from '../ui/waiting.tsx'

/** Replaces a screen that failed. Reloads the page by itself, once, if a deployment has removed a file of the running version. */
export function CrashScreen({ error }: { readonly error: unknown }) {
  const [mending, setMending] = useState(() => mayReloadFix(error))
  useEffect(() => {
    if (mending && recordReload(error)) reloadNewest()
    else setMending(false)
  }, [mending, error])
  return mending ? <Waiting /> : <Crashed />
}

/** Offers two links, which load a new page whatever state this one is in. */
function Crashed() {
  return (
    <div role="alert" className="gutter flex min-h-[70dvh] flex-col items-center justify-center gap-6 text-center">
      <ScreenTitle>{crash.title}</ScreenTitle>
      <Mark size={72} lit={1} />
      <div>
        <h1 className="text-2xl">{crash.title}</h1>
        <p className="mt-2 max-w-sm text-quiet">{crash.text}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button tone="action" onClick={reloadNewest}>
          {common.reload}
        </Button>
        <a href="/" className={buttonClass('plain')}>
          {crash.home}
        </a>
      </div>
    </div>
  )
}
