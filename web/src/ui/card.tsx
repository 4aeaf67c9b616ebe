import type { ReactNode } from 'react'

interface CardProps {
  readonly as?: 'div' | 'section' | 'article' | 'li'
  readonly className?: string
  readonly children: ReactNode
}

/** A surface with a line around it. The design uses lines rather than shadows. */
export function Card({ as: Element = 'div', className = '', children }: CardProps) {
  return <Element className={`relative rounded-card border border-line bg-surface ${className}`}>{children}</Element>
}
