import { pictureIdOf, sizedAddress } from '@tribune/protocol/picture.ts'
import { Suspense, useCallback, useRef, useState } from 'react'
import { onServer } from '../lib/native/server.ts'
import { decoration } from './decoration.ts'
import type { DrawnKind } from './drawn-picture.tsx'

const DrawnPicture = decoration(async () => (await import('./drawn-picture.tsx')).DrawnPicture)

/** Time after which a drawing replaces a picture that is still loading, in milliseconds. */
const LATE_MS = 300
/** Padding between a crest and the frame, as a share of its side. */
const INSET = 0.08

interface PictureProps {
  readonly name: string
  /** Seed of the drawing's colours; by default the number in the picture's address, or else the name. */
  readonly id?: number
  readonly src?: string | null
  /** Side in pixels. */
  readonly size?: number
  /** Gives it another side on some screens: `low:[--side:36px]!`. */
  readonly className?: string
}

/** A club's crest in a frame, drawn if there is no picture or it fails to load. Decorative, because the name is next to it. */
export function Crest(props: PictureProps) {
  return <Framed {...props} kind="crest" />
}

/** A player's or a fan's face in the same frame, or their initials. */
export function Face(props: PictureProps) {
  return <Framed {...props} kind="face" />
}

interface FramedProps extends PictureProps {
  readonly kind: DrawnKind
}

function Framed({ name, id, src, size = 40, className = '', kind }: FramedProps) {
  const address = src === null || src === undefined || src === '' ? null : src
  const { picture, settle, frame } = usePicture(address)
  const padding = kind === 'crest' ? Math.round(size * INSET) : 0
  return (
    <span
      ref={frame}
      data-kind={kind}
      className={`relative inline-flex size-(--side) shrink-0 overflow-hidden rounded-inner border border-line bg-raised ${className}`}
      style={{ '--side': `${size}px`, padding }}
    >
      {(picture === 'late' || picture === 'none') && (
        <Suspense>
          <DrawnPicture kind={kind} name={name} id={id ?? pictureIdOf(address ?? '')} size={size} />
        </Suspense>
      )}
      {address !== null && picture !== 'none' && (
        <img
          src={onServer(sizedAddress(address, size * devicePixelRatio))}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="sync"
          className={`size-full ${kind === 'crest' ? 'object-contain' : 'object-cover'} ${picture === 'late' ? 'absolute inset-0 opacity-0' : ''}`}
          onLoad={() => settle('there')}
          onError={() => settle('none')}
        />
      )}
    </span>
  )
}

/** State of a picture: loading, late (a drawing replaces it), loaded after that, or missing. */
type Picture = 'coming' | 'late' | 'there' | 'none'

/**
 * Returns the state of a picture, a function that reports how its loading ended, and a ref for its frame: a picture out of view is never late. One that
 * loads in time changes no state, so that lists do not render again.
 */
function usePicture(address: string | null) {
  const [known, setKnown] = useState<{ readonly address: string; readonly how: Picture } | null>(null)
  const picture = address === null ? 'none' : known?.address === address ? known.how : 'coming'
  const arrived = useRef<string | null>(null)
  const frame = useCallback(
    (element: Element | null) => {
      if (element === null || address === null || picture !== 'coming' || arrived.current === address) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        timer = setTimeout(() => {
          if (arrived.current !== address) setKnown({ address, how: 'late' })
        }, LATE_MS)
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        clearTimeout(timer)
      }
    },
    [address, picture],
  )
  const settle = (how: 'there' | 'none') => {
    if (address === null) return
    arrived.current = address
    // The timer may have set `late` just now.
    setKnown((before) => (how === 'none' || before?.address === address ? { address, how } : before))
  }
  return { picture, settle, frame }
}
