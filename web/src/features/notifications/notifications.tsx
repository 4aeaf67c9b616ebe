import { notifications as words } from '@tribune/french/sentences/messages/push.ts'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

const Settings = lazy(() => import('./notification-settings.tsx'))

/** The profile's section about push messages and the digest, whose code is fetched with it. */
export function Notifications({ fanId }: { readonly fanId: string }) {
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <h2 className="text-lg">{words.title}</h2>
      <Suspense fallback={<Skeleton className="h-100 rounded-card" />}>
        <Settings fanId={fanId} />
      </Suspense>
    </section>
  )
}
