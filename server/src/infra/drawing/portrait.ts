import { avatarInitials, avatarSvg, crestInitials, crestSvg } from '@tribune/domain/players/crest.ts'
import type { Portrait } from './drawing.ts'
import { box, type DrawnElement, drawn, PALETTE, picture, type Style, text } from './element.ts'
import { fontOf, writable } from './fonts.ts'

/** Side of the square on which domain/players/crest.ts draws. */
const UNIT = 64
const INK = '#0b1020'

/** Pictures as data URLs, by portrait. */
export type Embedded = ReadonlyMap<Portrait, string>

/** Lays out a club's crest in a frame. */
export function crest(club: Portrait, side: number, embedded: Embedded): DrawnElement {
  const inner = Math.round(side * 0.84)
  const src = embedded.get(club)
  if (src !== undefined) return frame(side, [picture(src, inner, inner, { objectFit: 'contain' })])
  const initials = writable(crestInitials(club.name), 'strong')
  const size = ((initials.length > 2 ? 19 : 23) * inner) / UNIT
  return frame(side, [drawn(crestSvg(club, 'blank'), inner, inner), ...outlined(initials, size, (side * 4) / UNIT)])
}

/** Lays out a player's face, or their initials, in a frame. */
export function face(player: Portrait, side: number, embedded: Embedded): DrawnElement {
  const src = embedded.get(player)
  if (src !== undefined) return frame(side, [picture(src, side, side, { objectFit: 'cover' })])
  const initials = avatarInitials(player.name)
  return frame(side, [
    drawn(avatarSvg(player, 'blank'), side, side),
    box({ ...WHOLE }, [text(initials, { setting: 'strong', size: side * 0.4, otherwise: '?' }, { lineHeight: 1 })]),
  ])
}

/** Lays out a free place. */
export function vacancy(side: number): DrawnElement {
  return box(
    {
      width: side,
      height: side,
      borderRadius: side * 0.14,
      border: `${Math.max(3, side * 0.025)}px dashed ${PALETTE.edge}`,
      alignItems: 'center',
      justifyContent: 'center',
      color: PALETTE.quiet,
    },
    [text('?', { setting: 'strong', size: side * 0.5, otherwise: '?' }, { lineHeight: 1 })],
  )
}

const WHOLE: Style = {
  position: 'absolute',
  top: 0,
  left: 0,
  width: '100%',
  height: '100%',
  alignItems: 'center',
  justifyContent: 'center',
}

function frame(side: number, children: readonly DrawnElement[]): DrawnElement {
  return box(
    {
      position: 'relative',
      width: side,
      height: side,
      borderRadius: side * 0.14,
      border: `2px solid ${PALETTE.line}`,
      background: PALETTE.raised,
      overflow: 'hidden',
      alignItems: 'center',
      justifyContent: 'center',
    },
    children,
  )
}

/** Lays out letters with a dark outline. The layout draws outlines over the letters, so they are drawn twice. */
function outlined(letters: string, size: number, edge: number): DrawnElement[] {
  const style = { ...fontOf('strong'), fontSize: size, lineHeight: 1, color: PALETTE.text }
  const layer = (more: Style) =>
    box({ ...WHOLE, paddingTop: size * 0.02 }, [text(letters, { setting: 'strong', size }, { ...style, ...more })])
  return letters === '' ? [] : [layer({ WebkitTextStroke: `${edge}px ${INK}` }), layer({})]
}
