import { signature } from './brand.ts'
import { CANVAS, type PlayerDrawing } from './drawing.ts'
import { box, column, type DrawnElement, text } from './element.ts'
import { METALS, PALETTE } from './palette.ts'
import { type Embedded, face } from './portrait.ts'

const CHALK = { color: PALETTE.text } as const
const QUIET = { color: PALETTE.quiet } as const

/** Lays out a player and their season. */
export function playerPicture(drawing: PlayerDrawing, embedded: Embedded): DrawnElement {
  return drawing.format === 'card' ? card(drawing, embedded) : story(drawing, embedded)
}

function card(drawing: PlayerDrawing, embedded: Embedded): DrawnElement {
  const { width, height } = CANVAS.card
  return column({ width, height, padding: '44px 48px', justifyContent: 'space-between', ...CHALK }, [
    signature(52),
    box({ gap: 36, alignItems: 'center' }, [face(drawing.player, 176, embedded), names(drawing, 1)]),
    box({ justifyContent: 'space-between', alignItems: 'flex-end', gap: 40 }, [
      figures(drawing, 1),
      lastMatches(drawing, { width: 400, height: 150 }),
    ]),
  ])
}

function story(drawing: PlayerDrawing, embedded: Embedded): DrawnElement {
  const { width, height } = CANVAS.story
  return column({ width, height, padding: '190px 84px 250px', justifyContent: 'space-between', ...CHALK }, [
    signature(92),
    column({ gap: 56 }, [face(drawing.player, 420, embedded), names(drawing, 1.25)]),
    figures(drawing, 1.35),
    lastMatches(drawing, { width: width - 168, height: 250 }),
  ])
}

function names({ player, club, season }: PlayerDrawing, scale: number): DrawnElement {
  const size = (player.name.length <= 22 ? 76 : 56) * scale
  return column({ flex: 1, gap: 10 * scale }, [
    text(player.name, { setting: 'strong', size, lines: 2, otherwise: player.otherwise }, { lineHeight: 1.04 }),
    text(club, { setting: 'text', size: 36 * scale }, QUIET),
    text(season, { setting: 'text', size: 28 * scale }, QUIET),
  ])
}

function figures({ figures: all }: PlayerDrawing, scale: number): DrawnElement {
  return box(
    { gap: 44 * scale, alignItems: 'flex-end' },
    all.map(({ label, value }, index) =>
      column({ gap: 4 * scale }, [
        text(
          value,
          { setting: 'figures', size: (index === 0 ? 104 : 76) * scale },
          { lineHeight: 1, ...(index === 0 ? { color: METALS[1] } : {}) },
        ),
        text(label, { setting: 'text', size: 26 * scale }, QUIET),
      ]),
    ),
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Lays out the last matches as bars, the newest on the right. */
function lastMatches({ last, lastTitle }: PlayerDrawing, { width, height }: Size): DrawnElement {
  const unit = width / 400
  const bars = last.map(({ value, share, place }) =>
    column({ flex: 1, alignItems: 'center', gap: 6 * unit }, [
      text(value, { setting: 'figures', size: 34 * unit }, { lineHeight: 1 }),
      box({
        width: '100%',
        height: share * (height - 40 * unit) + 8 * unit,
        borderRadius: 6 * unit,
        background: place === null ? PALETTE.edge : METALS[place],
      }),
    ]),
  )
  return column({ width, flexShrink: 1, gap: 14 * unit }, [
    bars.length === 0 ? null : box({ gap: 14 * unit, alignItems: 'flex-end' }, bars),
    text(lastTitle, { setting: 'text', size: 26 * unit }, QUIET),
  ])
}
