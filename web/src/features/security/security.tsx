import { security as words } from '@tribune/french/sentences/account.ts'
import { FactorPanel } from '../second-factor/factor-panel.tsx'
import { IdentityList } from './identity-list.tsx'
import { SessionList } from './session-list.tsx'

/** The fan's sign-in methods, second factor and sessions. */
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
