import { security as words } from '@tribune/french/sentences/account.ts'
import { SettingsSection } from '../../../ui/settings.tsx'
import { FactorPanel } from '../second-factor/factor-panel.tsx'
import { IdentityList } from './identity-list.tsx'
import { SessionList } from './session-list.tsx'

/** The fan's sign-in methods, second factor and sessions. */
export function Security() {
  return (
    <SettingsSection title={words.title}>
      <div className="tiles items-start gap-6 wide:gap-x-3">
        <IdentityList />
        <div className="flex min-w-0 flex-col gap-6">
          <FactorPanel />
          <SessionList />
        </div>
      </div>
    </SettingsSection>
  )
}
