import { avatarSvg, crestSvg } from '@tribune/domain/crest.ts'

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
  const svg = DRAWINGS[kind]({ name, id: id ?? numberOf(name) })
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

/** A number out of a name, always the same (FNV-1a). */
function numberOf(name: string): number {
  return [...name].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0,
    2_166_136_261,
  )
}
