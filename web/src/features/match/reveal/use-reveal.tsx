import { type ReactNode, useEffect, useState } from 'react'
import { loadPart, whenSettled } from '../../../lib/device/platform.ts'
import type { Publication } from '../result/use-publication.ts'
import type { RevealMoment, RevealProps } from './reveal-moment.tsx'

interface RevealOptions extends Omit<RevealProps, 'published'> {
  readonly isOpen: boolean
  readonly publication: Publication
}

/** Returns the reveal of a match's result. Its code is fetched at once for a published result, else once the page has settled. The fan has not asked for it, so nothing is shown while the code is not there. */
export function useReveal({ isOpen, publication, ...props }: RevealOptions): ReactNode {
  const published = publication === 'published'
  const isOn = isOpen || published || publication === 'counting'
  const [Moment, setMoment] = useState<typeof RevealMoment | null>(null)
  useEffect(() => {
    if (!isOn) return
    const load = () =>
      void loadPart(
        () => import('./reveal-moment.tsx'),
        (part) => setMoment(() => part.RevealMoment),
      )
    if (published) load()
    else whenSettled(load)
  }, [isOn, published])
  return isOn && Moment !== null && <Moment {...props} published={published} />
}
