import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import { useRef, useState } from 'react'
import { type ToastKind, toast } from '../../../../lib/state/toast.ts'
import { Button } from '../../../../ui/button.tsx'
import { celebrate } from '../../../../ui/confetti.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Popover } from '../../../../ui/popover.tsx'
import { ConfirmAct } from '../../confirm-act.tsx'

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
