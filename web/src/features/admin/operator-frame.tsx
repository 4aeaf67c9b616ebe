import type { LinkProps } from '@tanstack/react-router'
import type { Fan } from '@tribune/contract/accounts.ts'
import { area } from '@tribune/french/sentences/operator/area.ts'
import type { ReactNode } from 'react'
import { PageFoot } from '../../ui/page-foot.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { ChangedDialog } from './changed/changed-dialog.tsx'
import { OperatorGate } from './operator-gate.tsx'

interface OperatorFrameProps {
  readonly title: string
  /** Where « Retour » leads when the operator came straight here; to the area by default. */
  readonly backTo?: LinkProps['to']
  /** Buttons at the end of the bar. */
  readonly bar?: ReactNode
  /** Drawn for the operator alone. */
  readonly children: (operator: Fan) => ReactNode
}

/** A page of the operator's area: bar, address of the signed-in operator, and what only they may see. */
export function OperatorFrame({ title, backTo = '/admin', bar, children }: OperatorFrameProps) {
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <TopBar title={title} backTo={backTo}>
        {bar}
      </TopBar>
      <div className="gutter mx-auto max-w-page pt-4">
        <OperatorGate>
          {(operator) => (
            <>
              <p className="mb-4 truncate text-quiet">{area.signedInAs(operator.email ?? '')}</p>
              {children(operator)}
              <ChangedDialog />
            </>
          )}
        </OperatorGate>
      </div>
      <PageFoot />
    </>
  )
}
