import { useEffect, useState } from 'react'
import { common, crash, notFound } from '../i18n/fr.ts'
import { loadAnew, mayBeMended, noteMending } from '../lib/offline/fresh-load.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { Waiting } from '../ui/waiting.tsx'

/** A screen that failed. What a delivery took away from under it is loaded anew by itself, once. */
export function CrashScreen({ error }: { readonly error: unknown }) {
  const [mending] = useState(() => mayBeMended(error))
  useEffect(() => {
    if (!mending) return
    noteMending(error)
    loadAnew()
  }, [mending, error])
  return mending ? <Waiting /> : <Crashed />
}

/** Nothing to read, two ways on. The links load the page anew, whatever state the old one is in. */
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
        <Button tone="action" onClick={loadAnew}>
          {common.reload}
        </Button>
        <a href="/" className={buttonClass('plain')}>
          {notFound.action}
        </a>
      </div>
    </div>
  )
}
