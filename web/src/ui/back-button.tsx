import { type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import { navigation } from '../i18n/fr.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/**
 * « Retour »: the screen before, or `to` when the fan came straight here. Then it takes this screen's place, so that nothing leads in
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
