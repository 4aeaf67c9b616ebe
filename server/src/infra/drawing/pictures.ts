import { CANVAS, type MatchDrawing, type PlayerDrawing, type Portrait } from './drawing.ts'
import { box, call, column, type DrawnElement, METALS, PALETTE, signature, text } from './element.ts'
import { podiumOf } from './podium.ts'
import { crest, type Embedded, face } from './portrait.ts'

const CHALK = { color: PALETTE.text } as const
const QUIET = { color: PALETTE.quiet } as const

/** Lays out a player and their season. */
export function playerPicture(drawing: PlayerDrawing, embedded: Embedded): DrawnElement {
  return drawing.format === 'card' ? playerCard(drawing, embedded) : playerStory(drawing, embedded)
}

function playerCard(drawing: PlayerDrawing, embedded: Embedded): DrawnElement {
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

function playerStory(drawing: PlayerDrawing, embedded: Embedded): DrawnElement {
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

/** Lays out a match with its podium, or with three free places. */
export function matchPicture(drawing: MatchDrawing, embedded: Embedded): DrawnElement {
  return drawing.format === 'card' ? matchCard(drawing, embedded) : matchStory(drawing, embedded)
}

const CARD_LEFT = 440
const CARD_PODIUM = 630

function matchCard(drawing: MatchDrawing, embedded: Embedded): DrawnElement {
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

function matchStory(drawing: MatchDrawing, embedded: Embedded): DrawnElement {
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
