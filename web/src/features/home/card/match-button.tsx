import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../ui/button.tsx'

interface MatchButtonProps {
  readonly id: number
  /** The element that names the match: many of these read alike. */
  readonly title: string
  /** `row` is as wide as its words. */
  readonly tone: 'action' | 'plain' | 'row'
  readonly className?: string
  readonly children: ReactNode
}

/** The way to a match. The whole card answers to the finger, to the keyboard it is one stop. */
export function MatchButton({ id, title, tone, className = '', children }: MatchButtonProps) {
  return (
    <Link
      to="/match/$id"
      params={{ id: String(id) }}
      aria-describedby={title}
      className={tone === 'row' ? ROW : buttonClass(tone, false, `cover ${className}`)}
    >
      {children}
    </Link>
  )
}

const ROW =
  'cover leading-tight font-bold focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-text'
