import { common, crash } from '@tribune/french/sentences/app.ts'
import { useEffect } from 'react'
import { reloadNewest } from '../lib/offline/fresh-load.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'

/** Reports that a screen failed, shows it to the fan, and offers two links, each of which loads a new page. */
export function CrashScreen({ error }: { readonly error: unknown }) {
  useEffect(() => {
    import('../lib/http/browser-errors.ts')
      .then(({ reportError }) => reportError('crash', error))
      .catch(() => undefined)
  }, [error])
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
