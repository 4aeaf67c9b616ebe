import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BackButton } from './back-button.tsx'

interface TopBarProps {
  readonly title: ReactNode
  /** `p` if the screen has a heading of its own. */
  readonly as?: 'h1' | 'p'
  /** Target of « Retour » if the fan came straight here. */
  readonly backTo?: LinkProps['to']
  /** Buttons at the end of the bar. A star that comes first stands right behind the title. */
  readonly children?: ReactNode
}

/** The header of an inner screen, with a back button. It stays at the top. */
export function TopBar({ title, as: Title = 'h1', backTo = '/', children }: TopBarProps) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ground pt-(--notch) wide:pt-0 wide:static wide:border-0">
      <div className="gutter mx-auto flex h-14 max-w-page items-center gap-1">
        <BackButton to={backTo} />
        <Title className="min-w-0 flex-1 truncate text-lg font-bold has-[+[aria-pressed]]:flex-initial">{title}</Title>
        {children}
      </div>
    </header>
  )
}
