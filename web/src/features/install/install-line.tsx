import { install as words } from '@tribune/french/sentences/install.ts'
import { Share, X } from 'lucide'
import { useEffect, useEffectEvent } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import type { InstallWay } from './install-rules.ts'
import { install, onInstalled } from './install-store.ts'

interface InstallLineProps {
  readonly way: InstallWay
  readonly onClose: () => void
}

/** Offers to put the app on the home screen: by the browser's dialog, or with instructions if the fan has to do it by hand. */
export function InstallLine({ way, onClose }: InstallLineProps) {
  const close = useEffectEvent(onClose)
  useEffect(() => onInstalled(close), [])
  const accept = () => {
    onClose()
    install().catch((error) => console.error('install', error))
  }
  return (
    // On a wide screen it takes the place of the question of the clubs, for the podium fills its column.
    <div className="flex items-center gap-3 border-b border-line py-2 short:hidden wide:fixed wide:right-4 wide:bottom-4 wide:z-20 wide:w-[400px] wide:rounded-card wide:border wide:border-edge wide:bg-surface wide:p-4">
      <Mark size={32} lit={3} />
      <p className="min-w-0 flex-1 text-sm">
        <strong className="block">{words[way].title}</strong>
        {way === 'ios' && <Icon of={Share} size={16} className="mr-1 inline align-[-2px]" />}
        {words[way].text}
      </p>
      {way === 'prompt' && (
        <Button tone="action" className="shrink-0 px-3" onClick={accept}>
          {words.install}
        </Button>
      )}
      <IconButton label={words.close} onClick={onClose} className="-mr-3">
        <Icon of={X} size={20} />
      </IconButton>
    </div>
  )
}
