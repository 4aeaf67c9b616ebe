import { Popover as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'

interface PopoverProps {
  /** The button that opened it. */
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A note next to the element that it explains, open while mounted. Returns the focus to its button, unless the fan touched elsewhere. */
export function Popover({ anchor, label, onClose, children }: PopoverProps) {
  const left = useRef(false)
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <div aria-hidden="true" className="appear pointer-events-none fixed inset-0 z-40 bg-board/70" />
      </Radix.Portal>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          sideOffset={8}
          collisionPadding={16}
          onInteractOutside={(event) => {
            // The button itself closes the note.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
            else left.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!left.current) anchor.current?.focus()
          }}
          className="appear z-40 w-[min(340px,calc(100vw-32px))] rounded-card border border-edge bg-surface p-4"
        >
          {children}
          <Radix.Arrow className="fill-edge" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
