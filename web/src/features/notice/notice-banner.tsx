import { notice as words } from '@tribune/french/sentences/notice.ts'
import { Megaphone, X } from 'lucide'
import { useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Notice } from '../../data/notice.ts'
import { announce } from '../../lib/state/announce.ts'
import { useNow } from '../../lib/state/use-now.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The banner goes within this time of the end of its notice, in milliseconds. */
const LOOK_EVERY_MS = 10_000

let place: { readonly element: HTMLElement; readonly root: Root } | undefined

/**
 * Draws a notice over the app, or none, in a root of its own: the app's first screen holds no code of it. `onClosed` is called with the id of a notice
 * that the fan closes.
 */
export function drawNotice(notice: Notice | null, onClosed: (id: number) => void): void {
  place ??= placeOf(document.createElement('div'))
  // The last element of the page.
  document.body.append(place.element)
  place.root.render(notice === null ? null : <NoticeBanner key={notice.id} notice={notice} onClosed={onClosed} />)
}

const placeOf = (element: HTMLElement) => ({ element, root: createRoot(element) })

interface NoticeBannerProps {
  readonly notice: Notice
  readonly onClosed: (id: number) => void
}

function NoticeBanner({ notice: { id, text, ends_at }, onClosed }: NoticeBannerProps) {
  const [wasClosed, setClosed] = useState(false)
  const now = useNow(LOOK_EVERY_MS)
  const isShown = !wasClosed && now.getTime() < Date.parse(ends_at)
  useEffect(() => {
    if (isShown) announce(text)
  }, [isShown, text])
  if (!isShown) return null
  const close = () => {
    onClosed(id)
    setClosed(true)
  }
  return (
    <>
      {/* Room below the page's last links, which the notice would cover. */}
      <div className="h-64" />
      {/* Over the page, so that no row moves under a finger, and above the bar of the foot. */}
      <div className="fixed inset-x-2 bottom-[calc(var(--foot)+64px)] z-20 -translate-y-(--raise) wide:right-4 wide:left-auto wide:w-[400px]">
        <NoticeCard text={text} onClose={close} />
      </div>
    </>
  )
}

interface NoticeCardProps {
  readonly text: string
  /** Absent in a preview. */
  readonly onClose?: () => void
}

/** The notice as fans see it. */
export function NoticeCard({ text, onClose }: NoticeCardProps) {
  return (
    <section
      aria-label={words.title}
      className="appear flex items-start gap-3 rounded-card border border-edge bg-surface p-3 text-text"
    >
      <Icon of={Megaphone} size={20} className="mt-2 shrink-0 text-quiet" />
      <p className="min-w-0 flex-1 self-center text-sm [overflow-wrap:anywhere]">{text}</p>
      {onClose !== undefined && (
        <IconButton label={words.close} onClick={onClose} className="-my-1 -mr-1 shrink-0">
          <Icon of={X} size={20} />
        </IconButton>
      )}
    </section>
  )
}
