import { common } from '@tribune/french/sentences/app.ts'
import { RefreshCw } from 'lucide'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** The alternative to pull to refresh, for fans who do not drag. */
export function RefreshButton({ onRefresh, busy }: { readonly onRefresh: () => void; readonly busy: boolean }) {
  return (
    <IconButton label={common.refresh} busy={busy} onClick={onRefresh}>
      <Icon of={RefreshCw} size={20} className={busy ? 'breathe' : undefined} />
    </IconButton>
  )
}
