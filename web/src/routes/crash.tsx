import { common, crash } from '../i18n/fr.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'

/** A screen that failed: nothing to read, one thing to do. */
export function CrashScreen() {
  return (
    <div role="alert" className="gutter flex min-h-dvh flex-col items-center justify-center gap-4 text-center">
      <Mark size={56} lit={1} />
      <h1 className="text-xl">{crash.title}</h1>
      <p className="max-w-sm text-quiet">{crash.text}</p>
      <Button tone="action" onClick={() => window.location.reload()}>
        {common.reload}
      </Button>
    </div>
  )
}
