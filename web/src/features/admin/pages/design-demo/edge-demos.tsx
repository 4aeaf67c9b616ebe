import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { serverNow } from '../../../../lib/http/server-clock.ts'
import { PULL_THRESHOLD_PX } from '../../../../lib/limits.ts'
import { type ToastKind, toast } from '../../../../lib/state/toast.ts'
import type { ColourTheme } from '../../../../styles/colour-pairs.ts'
import { Button } from '../../../../ui/button.tsx'
import { Columns } from '../../../../ui/columns.tsx'
import { celebrate } from '../../../../ui/confetti.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FillingWords } from '../../../../ui/filling-line.tsx'
import { OfflineLine } from '../../../../ui/offline-bar.tsx'
import { Popover } from '../../../../ui/popover.tsx'
import { PodiumBar } from '../../../match/voting/podium-dock.tsx'
import { holdersOf } from '../../../match/voting/podium-slots.tsx'
import { ConfirmAct } from '../../act-buttons.tsx'
import { Stage, State } from './demo-panel.tsx'
import { LINEUP, SHOWN_BALLOTS } from './sample-rows.ts'

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

const KINDS: readonly ToastKind[] = ['pick', 'complete', 'error', 'generic']

/** Shows the parts that stand over the page; they follow the page's own theme. */
export function OverDemo() {
  const { over } = words
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <DialogDemo />
        <ConfirmAct
          label={over.confirm}
          title={over.confirmTitle}
          consequence={over.confirmText}
          onConfirm={() => toast(over.confirmed)}
        />
        <PopoverDemo />
        <Button onClick={() => void celebrate()}>{over.confetti}</Button>
      </div>
      <div className="flex flex-wrap gap-2">
        {KINDS.map((kind) => (
          <Button key={kind} onClick={() => toast(over.toastTexts[kind], kind)}>
            {over.toasts[kind]}
          </Button>
        ))}
      </div>
    </>
  )
}

function DialogDemo() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { over } = words
  return (
    <>
      <Button onClick={() => setOpen(true)}>{over.dialog}</Button>
      <Dialog open={open} onOpenChange={setOpen} title={over.dialogTitle} description={over.dialogText}>
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="quiet" onClick={close}>
            {over.dialogNo}
          </Button>
          <Button tone="action" onClick={close}>
            {over.dialogYes}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function PopoverDemo() {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="target rounded-inner border border-edge bg-surface px-4 py-2 font-bold hover:bg-raised"
      >
        {words.over.popover}
      </button>
      {open && (
        <Popover anchor={anchor} label={words.over.popover} onClose={() => setOpen(false)}>
          <p>{words.over.popoverText}</p>
        </Popover>
      )}
    </>
  )
}
