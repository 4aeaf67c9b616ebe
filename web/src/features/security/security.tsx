import { security as words } from '../../i18n/fr-account.ts'
import { FactorPanel } from '../second-factor/factor-panel.tsx'
import { IdentityList } from './identity-list.tsx'
import { SessionList } from './session-list.tsx'

/** Who gets into the fan's account, and from where. */
export function Security() {
  return (
    <section className="flex flex-col gap-6">
      <h2 className="-mb-3 text-lg">{words.title}</h2>
      <IdentityList />
      <FactorPanel />
      <SessionList />
    </section>
  )
}
