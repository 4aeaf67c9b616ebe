import type { Position } from '@tribune/domain/podium.ts'

/** `card` for links (Open Graph, 1.91:1), `story` for a phone held upright (9:16). */
export const FORMATS = ['card', 'story'] as const
export type Format = (typeof FORMATS)[number]

/** In pixels. */
export const CANVAS = {
  card: { width: 1200, height: 630 },
  story: { width: 1080, height: 1920 },
} as const satisfies Record<Format, { width: number; height: number }>

/** Somebody with a face, or a club with a crest; drawn while there is no picture. */
export interface Portrait {
  readonly name: string
  /** Stands for a name that our fonts cannot write. */
  readonly otherwise: string
  readonly id: number
  /** In any format that sharp reads. */
  readonly picture: Uint8Array | null
}

/** Who stands on a step: more than one when they share the rank. */
export interface Step {
  readonly holders: readonly Portrait[]
  /** Those who share the step and are not drawn. */
  readonly more: number
  /** Points gained; `null` before the result is out. */
  readonly points: string | null
  readonly note: string | null
}

/** A match, its podium or the places still to be given. Texts come ready, in French; what is `null` is not drawn. */
export interface MatchDrawing {
  readonly subject: 'match'
  readonly format: Format
  readonly competition: string
  readonly when: string
  readonly home: Portrait
  readonly away: Portrait
  readonly score: { readonly home: string; readonly away: string } | null
  readonly title: string | null
  readonly notes: readonly string[]
  /** What to do now. */
  readonly call: string | null
  /** `null`: nobody will stand there. An empty step is still free. */
  readonly podium: Readonly<Record<Position, Step | null>>
}

/** A player and their season. */
export interface PlayerDrawing {
  readonly subject: 'player'
  readonly format: Format
  readonly player: Portrait
  readonly club: string
  readonly season: string
  /** The largest first. */
  readonly figures: readonly { readonly label: string; readonly value: string }[]
  readonly lastTitle: string
  /** Oldest first; `share` of the best of them, 0 to 1. */
  readonly last: readonly { readonly value: string; readonly share: number; readonly place: Position | null }[]
}

export type Drawing = MatchDrawing | PlayerDrawing
