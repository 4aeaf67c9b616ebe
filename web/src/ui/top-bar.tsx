import { type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
import { navigation } from '@tribune/french/sentences/app.ts'
import { ChevronLeft } from 'lucide'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

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

/**
 * « Retour »: goes back to the screen before, or replaces this one by `to` if the fan came straight here, so that going back does not lead in
 * circles.
 */
export function BackButton({ to = '/' }: { readonly to?: LinkProps['to'] }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const back = () => {
    if (canGoBack) router.history.back()
    else router.navigate({ to, replace: true })
  }
  return (
    <IconButton label={navigation.back} onClick={back} className="-ml-3">
      <Icon of={ChevronLeft} size={24} />
    </IconButton>
  )
}
