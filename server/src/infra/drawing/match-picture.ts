import { call, signature } from './brand.ts'
import { CANVAS, type MatchDrawing, type Portrait } from './drawing.ts'
import { box, column, type DrawnElement, text } from './element.ts'
import { PALETTE } from './palette.ts'
import { podiumOf } from './podium.ts'
import { crest, type Embedded } from './portrait.ts'

const CHALK = { color: PALETTE.text } as const
const QUIET = { color: PALETTE.quiet } as const

/** Lays out a match with its podium, or with three free places. */
export function matchPicture(drawing: MatchDrawing, embedded: Embedded): DrawnElement {
  return drawing.format === 'card' ? card(drawing, embedded) : story(drawing, embedded)
}

const CARD_LEFT = 440
const CARD_PODIUM = 630

function card(drawing: MatchDrawing, embedded: Embedded): DrawnElement {
  const { width, height } = CANVAS.card
  const left = column({ width: CARD_LEFT, justifyContent: 'space-between' }, [
    signature(52),
    teams(drawing, embedded, 84),
    footer(drawing, { text: 30, call: 30 }),
  ])
  const style = { width, height, padding: '44px 48px 32px', justifyContent: 'space-between', ...CHALK }
  return box(style, [
    left,
    box({ alignSelf: 'flex-end' }, [podiumOf({ podium: drawing.podium, embedded, width: CARD_PODIUM })]),
  ])
}

const STORY_SIDE = 84

function story(drawing: MatchDrawing, embedded: Embedded): DrawnElement {
  const { width, height } = CANVAS.story
  const inner = width - 2 * STORY_SIDE
  // Apps put their own bars over the top and bottom of a story.
  const style = { width, height, padding: `190px ${STORY_SIDE}px 230px`, justifyContent: 'space-between', ...CHALK }
  return column(style, [
    signature(92),
    teams(drawing, embedded, drawing.decided == null ? 136 : 118),
    podiumOf({ podium: drawing.podium, embedded, width: inner }),
    footer(drawing, { text: 50, call: 43 }),
  ])
}

/** Lays out the clubs as on a scoreboard, one below the other. */
function teams(
  { competition, when, home, away, score, decided }: MatchDrawing,
  embedded: Embedded,
  side: number,
): DrawnElement {
  const line = (club: Portrait, goals: string | null) =>
    box({ alignItems: 'center', gap: side * 0.24 }, [
      crest(club, side, embedded),
      text(
        club.name,
        { setting: 'strong', size: side * sizeOf(club.name), lines: 2, otherwise: club.otherwise },
        { flex: 1 },
      ),
      goals === null ? null : text(goals, { setting: 'figures', size: side * 0.95 }, { lineHeight: 1 }),
    ])
  return column({ gap: side * 0.2 }, [
    column({ gap: side * 0.05, marginBottom: side * 0.08 }, [
      text(competition, { setting: 'text', size: side * 0.3 }, QUIET),
      text(when, { setting: 'text', size: side * 0.3 }, QUIET),
    ]),
    line(home, score?.home ?? null),
    line(away, score?.away ?? null),
    decided == null ? null : text(decided, { setting: 'text', size: side * 0.3 }, QUIET),
  ])
}

/** Scales names so that long ones fit on two lines. */
function sizeOf(name: string): number {
  if (name.length <= 14) return 0.46
  return name.length <= 30 ? 0.38 : 0.31
}

interface Sizes {
  readonly text: number
  readonly call: number
}

function footer({ title, notes, call: action }: MatchDrawing, sizes: Sizes): DrawnElement {
  const size = sizes.text
  return column({ gap: size * 0.45 }, [
    title === null ? null : text(title, { setting: 'strong', size: size * 1.15, lines: 2 }),
    ...notes.map((note) => text(note, { setting: 'text', size: size * 0.82, lines: 2 }, QUIET)),
    action === null ? null : call(action, sizes.call, 2),
  ])
}
