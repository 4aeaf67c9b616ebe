import type { IconNode } from 'lucide'
import { createElement, type ReactNode } from 'react'

interface IconProps {
  readonly of: IconNode
  /** Width and height, in pixels. */
  readonly size: number
  readonly stroke?: number
  readonly className?: string | undefined
}

/** A decorative icon next to text, or in a button with an accessible name. */
export function Icon({ of, size, stroke = 2, className }: IconProps): ReactNode {
  const frame = {
    'aria-hidden': true,
    className,
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: stroke,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const
  return createElement('svg', frame, ...of.map(([tag, shape]) => createElement(tag, shape)))
}
