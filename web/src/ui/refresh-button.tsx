import { RefreshCw } from 'lucide'
import { common } from '../i18n/fr.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** The button twin of the pull: for those who do not drag. */
export function RefreshButton({ onRefresh, busy }: { readonly onRefresh: () => void; readonly busy: boolean }) {
  return (
    <IconButton label={common.refresh} busy={busy} onClick={onRefresh}>
      <Icon of={RefreshCw} size={20} className={busy ? 'breathe' : undefined} />
    </IconButton>
  )
}
