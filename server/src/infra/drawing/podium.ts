import { POSITIONS, type Position } from '@tribune/domain/ballots/podium.ts'
import type { MatchDrawing, Step } from './drawing.ts'
import { box, column, type DrawnElement, drawn, METALS, PALETTE, text } from './element.ts'
import { type Embedded, face, vacancy } from './portrait.ts'

/** Units of the drawing: 300 wide and 124 high, as on the screens. */
const WIDE = 300
const HIGH = 124

/** The rows of the mark, stretched: the bottom one spans all three places, the top one only the first. */
const ROWS: Readonly<Record<Position, string>> = {
  3: 'M0 82Q150 98 300 82V115Q150 131 0 115Z',
  2: 'M0 46Q100 56.67 200 53.11V86.11Q100 89.67 0 79Z',
  1: 'M100 17.11Q150 18.89 200 17.11V50.11Q150 51.89 100 50.11Z',
}

/** Centre of each number, and height of its step above the bottom. */
const PLACES: Readonly<Record<Position, { x: number; y: number; height: number }>> = {
  1: { x: 150, y: 34.5, height: 108 },
  2: { x: 50, y: 66.5, height: 77 },
  3: { x: 250, y: 102.5, height: 41 },
}

const NUMBER = 27

interface PodiumParts {
  readonly podium: MatchDrawing['podium']
  readonly embedded: Embedded
  readonly width: number
}

/** Side of a free place. */
const VACANCY = 70

/** Units above a step for a free place, a portrait with a name on two lines, a note, and points. */
const HEIGHTS = { vacancy: VACANCY + 2, portrait: 92, note: 13, points: 25 }

/** Lays out the podium, whose three steps are three rows of a stand, with its holders. */
export function podiumOf({ podium, embedded, width }: PodiumParts): DrawnElement {
  const scale = width / WIDE
  const height = (PLACES[1].height + Math.max(...POSITIONS.map((place) => heightAbove(podium[place])))) * scale
  const paths = POSITIONS.map((place) => `<path fill="${fillOf(podium[place], place)}" d="${ROWS[place]}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}">${paths.join('')}</svg>`
  return box({ position: 'relative', width, height }, [
    drawn(svg, width, HIGH * scale, { position: 'absolute', left: 0, bottom: 0 }),
    ...POSITIONS.map((place) => numberOf(place, podium[place] !== null, scale)),
    ...POSITIONS.map((place) => columnOf(place, podium[place], { embedded, width, scale })),
  ])
}

function heightAbove(step: Step | null): number {
  if (step === null) return 0
  if (step.holders.length === 0) return HEIGHTS.vacancy
  const note = step.note === null && step.more === 0 ? 0 : HEIGHTS.note
  return HEIGHTS.portrait + note + (step.points === null ? 0 : HEIGHTS.points)
}

function fillOf(step: Step | null, place: Position): string {
  return step === null ? PALETTE.line : METALS[place]
}

function numberOf(place: Position, lit: boolean, scale: number): DrawnElement {
  const { x, y } = PLACES[place]
  const side = NUMBER * scale
  const style = {
    position: 'absolute',
    left: x * scale - side / 2,
    bottom: (HIGH - y) * scale - side / 2,
    width: side,
    height: side,
    alignItems: 'center',
    justifyContent: 'center',
    color: lit ? PALETTE.onStep : PALETTE.quiet,
  }
  return box(style, [text(String(place), { setting: 'figures', size: side }, { lineHeight: 1 })])
}

interface ColumnParts {
  readonly embedded: Embedded
  readonly width: number
  readonly scale: number
}

function columnOf(place: Position, step: Step | null, { embedded, width, scale }: ColumnParts): DrawnElement {
  const { x, height } = PLACES[place]
  const own = width / 3
  const style = {
    position: 'absolute',
    left: x * scale - own / 2,
    bottom: height * scale,
    width: own,
    alignItems: 'center',
    padding: `0 ${4 * scale}px`,
  }
  return column(style, step === null ? [] : holdersOf(step, { embedded, scale }))
}

/** Sizes of names up to so many characters, so that long ones fit on two lines. */
const SIZES = [
  [20, 13.5],
  [26, 11.5],
] as const
const SMALLEST = 10

function holdersOf(step: Step, { embedded, scale }: Pick<ColumnParts, 'embedded' | 'scale'>): (DrawnElement | null)[] {
  const { holders, more, points, note } = step
  const centred = { textAlign: 'center', maxWidth: '100%' } as const
  if (holders.length === 0) return [vacancy(VACANCY * scale)]
  const side = (holders.length > 1 ? 42 : 54) * scale
  const sizeOf = (name: string) =>
    (holders.length > 1 ? 11 : (SIZES.find(([most]) => name.length <= most)?.[1] ?? SMALLEST)) * scale
  return [
    box(
      { gap: 3 * scale, marginBottom: 4 * scale },
      holders.map((holder) => face(holder, side, embedded)),
    ),
    ...holders.map(({ name, otherwise }) =>
      text(name, { setting: 'strong', size: sizeOf(name), lines: holders.length > 1 ? 1 : 2, otherwise }, centred),
    ),
    note === null && more === 0
      ? null
      : text(noteOf(note, more), { setting: 'text', size: 10.5 * scale }, { ...centred, color: PALETTE.quiet }),
    points === null
      ? null
      : text(points, { setting: 'figures', size: 20 * scale }, { ...centred, marginTop: 1.5 * scale }),
  ]
}

function noteOf(note: string | null, more: number): string {
  return [more === 0 ? '' : `+${more}`, note ?? ''].filter((part) => part !== '').join(' ')
}
