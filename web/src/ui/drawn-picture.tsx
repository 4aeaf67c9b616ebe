import { avatarSvg, crestSvg, drawnFrom } from '@tribune/domain/crest.ts'

const DRAWINGS = { crest: crestSvg, face: avatarSvg } as const

/** A club's crest, or the initials of a person. */
export type DrawnKind = keyof typeof DRAWINGS

interface DrawnPictureProps {
  readonly kind: DrawnKind
  readonly name: string
  /** Gives the colours; null: the name does. */
  readonly id: number | null
  /** Side in pixels. */
  readonly size: number
}

/** What stands in the frame where there is no picture. Its code is fetched only then. */
export function DrawnPicture({ kind, name, id, size }: DrawnPictureProps) {
  const svg = DRAWINGS[kind]({ name, id: id ?? drawnFrom(name) })
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
