import { RefreshCw } from 'lucide-react'
import { common } from '../i18n/fr.ts'
import { IconButton } from './button.tsx'

/** The button twin of the pull: for those who do not drag. */
export function RefreshButton({ onRefresh, busy }: { readonly onRefresh: () => void; readonly busy: boolean }) {
  return (
    <IconButton label={common.refresh} busy={busy} onClick={onRefresh}>
      <RefreshCw size={20} aria-hidden="true" className={busy ? 'breathe' : undefined} />
    </IconButton>
  )
}
