import { notifications as words } from '@tribune/french/sentences/messages/push.ts'
import { DigestSetting } from './digest-setting.tsx'
import { PushSettings } from './push-settings.tsx'

/** The profile's section about push messages to this device and the digest by mail. Each is shown even if the other fails to load. */
export function Notifications({ fanId }: { readonly fanId: string }) {
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <h2 className="text-lg">{words.title}</h2>
      <div className="flex flex-col gap-4">
        <PushSettings fanId={fanId} />
        <DigestSetting />
      </div>
    </section>
  )
}
