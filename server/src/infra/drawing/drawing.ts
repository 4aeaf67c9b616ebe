import type { Position } from '@tribune/domain/ballots/podium.ts'

/** `card` for links (Open Graph, 1.91:1), `story` for a phone held upright (9:16). */
const FORMATS = ['card', 'story'] as const
export type Format = (typeof FORMATS)[number]

/** In pixels. */
export const CANVAS = {
  card: { width: 1200, height: 630 },
  story: { width: 1080, height: 1920 },
} as const satisfies Record<Format, { width: number; height: number }>

/** A person's face or a club's crest; drawn if there is no picture. */
export interface Portrait {
  readonly name: string
  /** Replaces a name that our fonts cannot write. */
  readonly otherwise: string
  readonly id: number
  /** In any format that sharp reads. */
  readonly picture: Uint8Array | null
}

/** A step of the podium, with several holders if they share the rank. */
export interface Step {
  readonly holders: readonly Portrait[]
  /** Number of further holders, who are not drawn. */
  readonly more: number
  /** Points gained; `null` before publication. */
  readonly points: string | null
  readonly note: string | null
}

/** A match with its podium, or with free places. Texts are in French. Fields that are `null` are not drawn. */
export interface MatchDrawing {
  readonly subject: 'match'
  readonly format: Format
  readonly competition: string
  readonly when: string
  readonly home: Portrait
  readonly away: Portrait
  readonly score: { readonly home: string; readonly away: string } | null
  /** How a shoot-out ended. */
  readonly decided?: string | null
  readonly title: string | null
  readonly notes: readonly string[]
  /** Call to action. */
  readonly call: string | null
  /** A step without holders is still free; `null` stays empty. */
  readonly podium: Readonly<Record<Position, Step | null>>
}

/** A player and their season. */
export interface PlayerDrawing {
  readonly subject: 'player'
  readonly format: Format
  readonly player: Portrait
  readonly club: string
  readonly season: string
  /** The first is drawn largest. */
  readonly figures: readonly { readonly label: string; readonly value: string }[]
  readonly lastTitle: string
  /** Oldest first; `share` is relative to the best, 0 to 1. */
  readonly last: readonly { readonly value: string; readonly share: number; readonly place: Position | null }[]
}

export type Drawing = MatchDrawing | PlayerDrawing
