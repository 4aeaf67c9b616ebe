import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface PopoverProps {
  /** What opens it: one button. */
  readonly trigger: ReactNode
  readonly label: string
  readonly children: ReactNode
}

/** A note beside what it explains. */
export function Popover({ trigger, label, children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          sideOffset={8}
          collisionPadding={16}
          className="appear z-40 w-[min(340px,calc(100vw-32px))] rounded-card border border-edge bg-surface p-4"
        >
          {children}
          <Radix.Arrow className="fill-edge" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
