import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../ui/button.tsx'

interface MatchButtonProps {
  readonly id: number
  /** Id of the element that names the match, because many buttons have the same text. */
  readonly title: string
  /** `row` is as wide as its text. */
  readonly tone: 'action' | 'plain' | 'row'
  readonly className?: string
  readonly children: ReactNode
}

/** A link to a match. Its touch area is the whole card; for keyboards it is a single tab stop. */
export function MatchButton({ id, title, tone, className = '', children }: MatchButtonProps) {
  return (
    <Link
      to="/match/$id"
      params={{ id }}
      aria-describedby={title}
      className={tone === 'row' ? ROW : buttonClass(tone, false, `cover ${className}`)}
    >
      {children}
    </Link>
  )
}

const ROW =
  'cover leading-tight font-bold focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-text'
