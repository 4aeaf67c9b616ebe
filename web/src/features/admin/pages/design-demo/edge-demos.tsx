import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import { lazy, Suspense, useState } from 'react'
import { serverNow } from '../../../../lib/http/server-clock.ts'
import { PULL_THRESHOLD_PX } from '../../../../lib/limits.ts'
import { toast } from '../../../../lib/state/toast.ts'
import type { ColourTheme } from '../../../../styles/colour-pairs.ts'
import { Columns } from '../../../../ui/columns.tsx'
import { FillingWords } from '../../../../ui/filling-line.tsx'
import { OfflineLine } from '../../../../ui/offline-bar.tsx'
import { PodiumBar } from '../../../match/voting/podium-dock.tsx'
import { holdersOf } from '../../../match/voting/podium-slots.tsx'
import { Stage, State } from './demo-panel.tsx'
import { LINEUP, SHOWN_BALLOTS } from './state-rows.ts'

/** The bar that says how old the data is, without a network and with a weak one. */
export function OfflineDemo() {
  const [now] = useState(() => serverNow().getTime())
  const { offline } = words
  const states = [
    [offline.unread, false, null],
    [offline.today, false, now],
    [offline.older, false, now - DAY_MS],
    [offline.weak, true, now],
  ] as const
  return states.map(([name, online, since]) => (
    <State key={name} name={name}>
      <Stage className="h-16">
        <OfflineLine online={online} since={since} />
      </Stage>
    </State>
  ))
}

export function FillingDemo() {
  return <FillingWords />
}

const PulledShape = lazy(async () => ({ default: (await import('../../../../ui/pulled-mark.tsx')).PulledShape }))

/** The mark that follows the finger: at each third of the way, and while the answer is awaited. */
export function PullDemo() {
  const { pull } = words
  const states = [
    [pull.begun, PULL_THRESHOLD_PX / 6, false],
    [pull.third, PULL_THRESHOLD_PX / 3, false],
    [pull.twoThirds, (2 * PULL_THRESHOLD_PX) / 3, false],
    [pull.ready, PULL_THRESHOLD_PX, false],
    [pull.busy, 0, true],
  ] as const
  return (
    <div className="grid grid-cols-2 gap-3">
      {states.map(([name, pulled, busy]) => (
        <State key={name} name={name}>
          <Stage className="h-32">
            <Suspense>
              <PulledShape pulled={pulled} busy={busy} />
            </Suspense>
          </Stage>
        </State>
      ))}
    </div>
  )
}

/** A list and the column next to it from 900 px. */
export function ColumnsDemo() {
  return (
    <Columns aside={Beside}>
      <ul className="flex flex-col gap-2 pt-4">
        {words.columns.rows.map((row) => (
          <li key={row} className="rounded-card border border-line bg-surface p-4">
            {row}
          </li>
        ))}
      </ul>
    </Columns>
  )
}

function Beside() {
  return <p className="rounded-card border border-line bg-surface p-4">{words.columns.aside}</p>
}

/** The fan's podium on a phone, in every state of the vote. */
export function DockDemo({ theme }: { readonly theme: ColourTheme }) {
  return SHOWN_BALLOTS.map(([name, ballot, online]) => (
    <State key={name} name={name}>
      <Stage className="h-52">
        <PodiumBar
          label={words.barOf(name, words.themes[theme])}
          ballot={ballot}
          online={online}
          holders={holdersOf(ballot.podium, LINEUP)}
          onChoose={({ player_name }) => toast(words.chosen(player_name))}
        />
      </Stage>
    </State>
  ))
}
