import { avatarSvg, crestSvg } from '@tribune/domain/crest.ts'
import { useState } from 'react'

/** Room between a crest and the frame, as a share of its side. */
const INSET = 0.08

interface PictureProps {
  readonly name: string
  /** Gives the drawing its colours; clubs without a number are told apart by name. */
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

function Framed({ name, id = numberOf(name), src = null, size = 40, draw, inset }: FramedProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const picture = src !== null && src !== '' && src !== failed ? src : dataUrl(draw({ name, id }))
  return (
    <span
      className="inline-flex shrink-0 overflow-hidden rounded-inner border border-line bg-raised"
      style={{ width: size, height: size, padding: inset ? Math.round(size * INSET) : 0 }}
    >
      <img
        src={picture}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        className={`size-full ${inset ? 'object-contain' : 'object-cover'}`}
        onError={() => setFailed(src)}
      />
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
