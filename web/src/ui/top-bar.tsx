import { type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { navigation } from '../i18n/fr.ts'
import { IconButton } from './button.tsx'

interface TopBarProps {
  readonly title: ReactNode
  /** `p` where the screen has a heading of its own. */
  readonly as?: 'h1' | 'p'
  /** Where « Retour » leads when the fan came straight here. */
  readonly backTo?: LinkProps['to']
  /** Buttons at the end of the bar. */
  readonly children?: ReactNode
}

/** The head of an inner screen, with a visible way back. It stays at the top. */
export function TopBar({ title, as: Title = 'h1', backTo = '/', children }: TopBarProps) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const back = () => {
    if (canGoBack) router.history.back()
    else router.navigate({ to: backTo })
  }
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ground pt-[env(safe-area-inset-top)] wide:static wide:border-0">
      <div className="gutter mx-auto flex h-14 max-w-[1120px] items-center gap-1">
        <IconButton label={navigation.back} onClick={back} className="-ml-3">
          <ChevronLeft size={24} aria-hidden="true" />
        </IconButton>
        <Title className="min-w-0 flex-1 truncate text-lg font-bold">{title}</Title>
        {children}
      </div>
    </header>
  )
}
