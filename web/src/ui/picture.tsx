import { avatarSvg, crestSvg } from '@tribune/domain/crest.ts'
import { pictureIdOf, sizedAddress } from '@tribune/domain/picture.ts'
import { useState } from 'react'

/** Room between a crest and the frame, as a share of its side. */
const INSET = 0.08

interface PictureProps {
  readonly name: string
  /** Gives the drawing its colours; without one, the number in the picture's address, or else the name. */
  readonly id?: number
  readonly src?: string | null
  /** Side in pixels. */
  readonly size?: number
}

/** A club's crest in the frame; drawn when there is no picture or it does not load. The name stands beside it, so it is decoration. */
export function Crest(props: PictureProps) {
  return <Framed {...props} draw={crestSvg} inset />
}

/** A player's or a fan's face in the same frame; initials when there is none. */
export function Face(props: PictureProps) {
  return <Framed {...props} draw={avatarSvg} inset={false} />
}

interface FramedProps extends PictureProps {
  readonly draw: (pictured: { name: string; id: number }) => string
  readonly inset: boolean
}

function Framed({ name, id, src, size = 40, draw, inset }: FramedProps) {
  const address = src === null || src === undefined || src === '' ? null : src
  const [settled, setSettled] = useState<{ readonly address: string; readonly loaded: boolean } | null>(null)
  const outcome = settled?.address === address ? settled : null
  const isComing = address !== null && outcome === null
  const padding = inset ? Math.round(size * INSET) : 0
  const fit = inset ? 'object-contain' : 'object-cover'
  const drawnId = id ?? pictureIdOf(address ?? '') ?? numberOf(name)
  return (
    <span
      className="relative inline-flex shrink-0 overflow-hidden rounded-inner border border-line bg-raised"
      style={{ width: size, height: size, padding }}
    >
      {outcome?.loaded !== true && (
        <img
          src={dataUrl(draw({ name, id: drawnId }))}
          alt=""
          width={size}
          height={size}
          className={`size-full ${fit} ${isComing ? 'appear-late' : ''}`}
        />
      )}
      {address !== null && outcome?.loaded !== false && (
        <img
          src={sizedAddress(address, size * devicePixelRatio)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="sync"
          className={`size-full ${fit} ${isComing ? 'absolute inset-0 opacity-0' : ''}`}
          ref={(image) => {
            if (isComing && image?.complete && image.naturalWidth > 0) setSettled({ address, loaded: true })
          }}
          onLoad={() => setSettled({ address, loaded: true })}
          onError={() => setSettled({ address, loaded: false })}
        />
      )}
    </span>
  )
}

function dataUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A number out of a name, always the same (FNV-1a). */
function numberOf(name: string): number {
  return [...name].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0,
    2_166_136_261,
  )
}
