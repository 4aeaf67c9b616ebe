import { factor as words } from '@tribune/french/sentences/account/second-factor.ts'
import { KeyRound, Shield, ShieldCheck } from 'lucide'
import { useState } from 'react'
import { useFan } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ROWS, SettingsRow } from '../../../ui/settings.tsx'
import type { FactorChange } from './factor-calls.ts'
import { FactorDialog } from './factor-dialog.tsx'

/** Shows whether a second factor is enabled, with its actions. */
export function FactorPanel() {
  const isOn = useFan()?.two_factor === true
  const [change, setChange] = useState<FactorChange | null>(null)
  return (
    <section>
      <h3 className="mb-1">{words.title}</h3>
      <p className="mb-3 text-sm text-quiet">{isOn ? words.on : words.off}</p>
      <ul className={ROWS}>
        <SettingsRow
          mark={<Icon of={isOn ? ShieldCheck : Shield} size={20} />}
          name={isOn ? words.state.on : words.state.off}
        >
          {isOn ? (
            <Button tone="danger" onClick={() => setChange('disable')}>
              {words.begin.disable.action}
            </Button>
          ) : (
            <Button aria-label={words.enable} onClick={() => setChange('enable')}>
              {words.state.enable}
            </Button>
          )}
        </SettingsRow>
        {isOn && (
          <SettingsRow mark={<Icon of={KeyRound} size={20} />} name={words.codesRow.name}>
            <Button aria-label={words.begin.codes.action} onClick={() => setChange('codes')}>
              {words.codesRow.action}
            </Button>
          </SettingsRow>
        )}
      </ul>
      <FactorDialog change={change} onClose={() => setChange(null)} />
    </section>
  )
}
