import { type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
import { navigation } from '@tribune/french/sentences/app.ts'
import { ChevronLeft } from 'lucide'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

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
