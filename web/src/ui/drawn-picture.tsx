import { avatarSvg, crestSvg, drawingId } from '@tribune/domain/players/crest.ts'

const DRAWINGS = { crest: crestSvg, face: avatarSvg } as const

/** A club's crest, or the initials of a person. */
export type DrawnKind = keyof typeof DRAWINGS

interface DrawnPictureProps {
  readonly kind: DrawnKind
  readonly name: string
  /** Seed of the colours; null: the name is the seed. */
  readonly id: number | null
  /** Side in pixels. */
  readonly size: number
}

/** The drawing in a frame without a picture. Its code is fetched only then. */
export function DrawnPicture({ kind, name, id, size }: DrawnPictureProps) {
  const svg = DRAWINGS[kind]({ name, id: id ?? drawingId(name) })
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt=""
      width={size}
      height={size}
      className={`size-full ${kind === 'crest' ? 'object-contain' : 'object-cover'}`}
    />
  )
}
