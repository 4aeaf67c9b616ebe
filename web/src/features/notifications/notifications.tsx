import { notifications as words } from '@tribune/french/sentences/messages/push.ts'
import { SettingsSection } from '../../ui/settings.tsx'
import { DigestSetting } from './digest-setting.tsx'
import { PushSettings } from './push-settings.tsx'

/** The profile's section about push messages to this device and the digest by mail. Each is shown even if the other fails to load. */
export function Notifications({ fanId }: { readonly fanId: string }) {
  return (
    <SettingsSection title={words.title}>
      <PushSettings fanId={fanId} />
      <DigestSetting />
    </SettingsSection>
  )
}
