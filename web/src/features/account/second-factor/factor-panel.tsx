import { factor as words } from '@tribune/french/sentences/account.ts'
import { ShieldCheck } from 'lucide'
import { useState } from 'react'
import { useFan } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
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
      {isOn ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setChange('codes')}>{words.begin.codes.action}</Button>
          <Button tone="danger" onClick={() => setChange('disable')}>
            {words.begin.disable.action}
          </Button>
        </div>
      ) : (
        <Button onClick={() => setChange('enable')}>
          <Icon of={ShieldCheck} size={18} />
          {words.enable}
        </Button>
      )}
      <FactorDialog change={change} onClose={() => setChange(null)} />
    </section>
  )
}
