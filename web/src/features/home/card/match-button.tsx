import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../ui/button.tsx'

interface MatchButtonProps {
  readonly id: number
  /** Id of the element that names the match, because many buttons have the same text. */
  readonly title: string
  readonly tone: 'action' | 'plain'
  readonly className: string
  readonly children: ReactNode
}

/** A link to a match. Its touch area is the whole card; for keyboards it is a single tab stop. */
export function MatchButton({ id, title, tone, className, children }: MatchButtonProps) {
  return (
    <Link
      to="/match/$id"
      params={{ id }}
      aria-describedby={title}
      className={buttonClass(tone, false, `cover ${className}`)}
    >
      {children}
    </Link>
  )
}
