import { useQuery } from '@tanstack/react-query'
import { common } from '@tribune/french/sentences/app.ts'
import { pictured, pictureDialog as words } from '@tribune/french/sentences/share.ts'
import { Download, Link2, Share2 } from 'lucide'
import { useState } from 'react'
import { type Pictured, pictureQuery } from '../../data/pictures.ts'
import { canSave, canShare, saveFile, share } from '../../lib/device/platform-sharing.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { toast } from '../../lib/state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { copyLink, publicAddress } from './share-icon.tsx'

interface PictureDialogProps {
  readonly of: Pictured
  readonly matchId: number
  readonly fixture: string
  readonly published: boolean
  readonly onClose: () => void
}

/** Previews a podium as a picture before sharing it. The picture loads first, because sharing must directly follow a touch. */
export function PictureDialog({ of, matchId, fixture, published, onClose }: PictureDialogProps) {
  const { data, error, refetch } = useQuery(pictureQuery(of, matchId, published))
  const own = pictured[of]
  const path = `/match/${matchId}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={own.title}
      {...(published ? {} : { description: words.hint })}
    >
      <div className="mx-auto flex aspect-[9/16] max-h-[52dvh] items-center justify-center overflow-hidden rounded-card border border-line bg-board text-on-board">
        {error === null ? (
          <Preview address={data?.preview} alt={own.alt(fixture)} />
        ) : (
          <div role="alert" className="flex flex-col items-center gap-3 p-4 text-center">
            <p>{words.failed(messageOf(error))}</p>
            <Button onClick={() => refetch()}>{common.retry}</Button>
          </div>
        )}
      </div>
      <div className="mt-4 flex flex-col gap-2">
        <FileButtons file={data?.file} text={own.text(fixture)} path={path} />
        <Button tone="quiet" onClick={() => copyLink(path)}>
          <Icon of={Link2} size={18} />
          {words.copy}
        </Button>
      </div>
    </Dialog>
  )
}

function Preview({ address, alt }: { readonly address: string | undefined; readonly alt: string }) {
  if (address !== undefined) return <img src={address} alt={alt} width={1080} height={1920} className="size-full" />
  return (
    <p role="status" className="flex flex-col items-center gap-3">
      <Mark size={56} waiting />
      {words.drawing}
    </p>
  )
}

interface FileButtonsProps {
  /** Undefined while the server draws it. */
  readonly file: File | undefined
  readonly text: string
  readonly path: string
}

/** Sample for asking the device what it can share before the picture is there, so that the buttons do not change. */
const SAMPLE = new File([], 'tribune.png', { type: 'image/png' })

/** Shares the picture, or saves it on devices that cannot share files. */
function FileButtons({ file, text, path }: FileButtonsProps) {
  const [refused, setRefused] = useState(false)
  const takesFiles = !refused && canShare({ files: [SAMPLE] })
  const start = async (picture: File) => {
    const outcome = await share({ files: [picture], text: `${text} ${publicAddress(path)}` })
    if (outcome === 'unavailable' && !canSave()) toast(words.notShared, 'error')
    else setRefused(outcome === 'unavailable')
  }
  const disabled = file === undefined
  return (
    <>
      {takesFiles && (
        <Button tone="action" disabled={disabled} onClick={() => file !== undefined && start(file)}>
          <Icon of={Share2} size={18} />
          {words.share}
        </Button>
      )}
      {canSave() && (
        <Button
          tone={takesFiles ? 'plain' : 'action'}
          disabled={disabled}
          onClick={() => file !== undefined && saveFile(file)}
        >
          <Icon of={Download} size={18} />
          {words.save}
        </Button>
      )}
    </>
  )
}
