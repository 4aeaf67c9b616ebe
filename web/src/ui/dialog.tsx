import { common } from '@tribune/french/sentences/app.ts'
import { X } from 'lucide'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { focusContent } from '../lib/list/content.ts'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  /** A sentence under the title, read aloud when the dialog opens. */
  readonly description?: string
  readonly children: ReactNode
}

/** A modal dialog: a sheet from the bottom on a phone, whose content scrolls above the home indicator, and centred from 900 px. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Layer
      open={open}
      onOpenChange={onOpenChange}
      described={description !== undefined}
      className="max-h-[min(92dvh,100dvh-104px)] short:max-h-[92dvh] border border-line bg-surface p-5 px-[max(20px,env(safe-area-inset-left),env(safe-area-inset-right))] wide:px-5 border-b-[length:env(safe-area-inset-bottom)] border-b-surface wide:border-b wide:border-b-line wide:inset-auto wide:top-1/2 wide:max-h-[92dvh] wide:left-1/2 wide:w-[440px] wide:-translate-1/2 wide:rounded-card"
    >
      <div className="mb-4 flex items-start justify-between gap-2">
        <Radix.Title className="text-xl font-bold">{title}</Radix.Title>
        <LayerClose />
      </div>
      {description !== undefined && <Radix.Description className="mb-4 text-quiet">{description}</Radix.Description>}
      {children}
    </Layer>
  )
}

interface LayerProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Whether the content has a `Radix.Description`. It has a `Radix.Title` in any case. */
  readonly described: boolean
  /** Whether it opens by itself: it then hides the page, and has the focus itself, so that no key meant for the page presses a button. */
  readonly unasked?: boolean
  readonly className: string
  readonly children: ReactNode
}

/** A modal layer at the foot of the page. Traps the focus, and returns it on closing. */
export function Layer({ open, onOpenChange, described, unasked = false, className, children }: LayerProps) {
  const opener = useRef<Element | null>(null)
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={`appear fixed inset-0 z-40 ${unasked ? 'bg-board/95' : 'bg-board/70'}`} />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            if (!unasked || !(event.currentTarget instanceof HTMLElement)) return
            event.preventDefault()
            event.currentTarget.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!(opener.current instanceof HTMLElement)) return
            if (unasked && (opener.current === document.body || !opener.current.isConnected)) return focusContent()
            opener.current.focus({ preventScroll: true })
            // The choice may have moved it out of sight.
            if (opener.current.matches(':focus-visible')) opener.current.scrollIntoView({ block: 'nearest' })
          }}
          {...(described ? {} : { 'aria-describedby': undefined })}
          ref={publishHeight}
          className={`appear fixed inset-x-0 bottom-0 z-40 overflow-y-auto overscroll-contain rounded-t-card ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The cross in the upper corner of a layer. */
export function LayerClose() {
  return (
    <Radix.Close
      aria-label={common.close}
      className="target -mt-2 -mr-2 inline-flex items-center justify-center rounded-inner hover:bg-raised"
    >
      <Icon of={X} size={22} />
    </Radix.Close>
  )
}

interface Watcher {
  onclose: (() => void) | null
  destroy(): void
}

/** Closes a dialog by the phone's back gesture, in browsers that report it; others leave the screen. Radix handles Escape, and hides it from the watcher. */
function useBackCloses(open: boolean, close: () => void) {
  const goBack = useEffectEvent(close)
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher }
    if (!open || CloseWatcher === undefined) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => goBack()
    return () => watcher.destroy()
  }, [open])
}

/** Publishes the height of the sheet as a CSS variable, so that toasts do not cover its title. */
function publishHeight(sheet: HTMLElement | null) {
  if (sheet === null) return
  const { dataset, style } = document.documentElement
  dataset.window = ''
  const observer = new ResizeObserver(() => style.setProperty('--sheet', `${sheet.offsetHeight}px`))
  observer.observe(sheet)
  return () => {
    observer.disconnect()
    delete dataset.window
    style.removeProperty('--sheet')
  }
}
