import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { FORM_MATCHES } from '@tribune/domain/players/form.ts'
import { isMatchPublished } from '@tribune/domain/results/publication.ts'
import { pageAt } from '@tribune/protocol/addresses.ts'
import type { PictureKind } from '@tribune/protocol/picture.ts'
import type { App } from '../../../context.ts'
import type { AddressHead } from '../../../http/pages/head.ts'
import type { Drawing, Format } from '../../../infra/drawing/drawing.ts'
import { type Customer, fanOf, type Studio, visitorOf } from '../../../infra/drawing/studio.ts'
import type { Caller } from '../../../infra/snapshots/public-reads.ts'
import { RateWindows } from '../../../kernel/rate-windows.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { ballotOf } from '../../ballots/ledger/queries.ts'
import { picksOf, presentBallot } from '../../ballots/votes/present.ts'
import { pickedPlayers } from '../../ballots/votes/queries.ts'
import { homeRow, matchRow, publishedPoints } from '../../matches/matches/queries.ts'
import { player } from '../../players/players/queries.ts'
import { fullTeamHistory } from '../../players/players/service.ts'
import { seasonOf } from '../../season/season-ranking/queries.ts'
import {
  drawMatch,
  drawPlayer,
  drawPodium,
  type Faces,
  type MatchFacts,
  type PickFacts,
  type PlayerFacts,
  presentMatchHead,
  presentPageHead,
  presentPlayerHead,
} from './present.ts'

const FACE_SIDE = 384
/** Rate limit of new pictures per fan or address and minute; cached ones do not count. */
const NEW_PER_MINUTE = 30

const MATCH_ID = /^\d{1,16}$/
const PLAYER_ID = /^-?\d{1,16}$/
const SEASON_ID = /^[1-9]\d{0,9}$/
const HEAD_MAX_AGE_MS = 300_000

/** Returns the head of the page at a path, with the query of its address. */
export function headOf(app: App, path: string, query: URLSearchParams): AddressHead {
  const page = pageAt(path)
  const fixed = presentPageHead(page)
  if (page?.address === '/match/$id') return { fixed, ...matchHead(app, idIn(page.id, MATCH_ID)) }
  if (page?.address === '/match/$id/decompte') return { fixed, read: null, isUnknown: idIn(page.id, MATCH_ID) === null }
  if (page?.address === '/player/$id') {
    const season = idIn(query.get('season') ?? '', SEASON_ID) ?? undefined
    return { fixed, ...playerHead(app, idIn(page.id, PLAYER_ID), season) }
  }
  return { fixed, read: null, isUnknown: page === null }
}

type OwnHead = Omit<AddressHead, 'fixed'>
const UNKNOWN: OwnHead = { read: null, isUnknown: true }

function matchHead(app: App, id: number | null): OwnHead {
  if (id === null) return UNKNOWN
  const build = async () => presentMatchHead(await matchFacts(app, id))
  return { read: { key: `match:${id}`, tags: [`match:${id}`], maxAgeMs: HEAD_MAX_AGE_MS, build }, isUnknown: false }
}

function playerHead(app: App, id: number | null, season: number | undefined): OwnHead {
  if (id === null) return UNKNOWN
  const build = async () => presentPlayerHead(await playerFacts(app, id, season))
  const key = season === undefined ? `player:${id}` : `player:${id}:${season}`
  return { read: { key, tags: ['season'], maxAgeMs: HEAD_MAX_AGE_MS, build }, isUnknown: false }
}

function idIn(text: string, pattern: RegExp): number | null {
  const id = pattern.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : null
}

/** Reads the public facts about a match; its ranking only after publication. Refuses `match_not_found`. */
export async function matchFacts({ db, clock }: App, id: number): Promise<MatchFacts> {
  const [home, match, ranking] = await Promise.all([homeRow(db, id), matchRow(db, id), publishedPoints(db, id)])
  if (home === undefined || match === undefined) throw new Refusal('match_not_found')
  return { home, match, ranking, now: clock.now() }
}

/**
 * Reads the public facts about a player in a season, the open one without an id: their points, and the last matches of a past season, of their
 * whole career in the open one. Refuses `season_not_found` and `player_not_found`.
 */
export async function playerFacts(app: App, id: number, seasonId?: number): Promise<PlayerFacts> {
  const { db } = app
  const asked = await app.seasons.find(seasonId)
  const isPast = asked.closedAt !== null
  const [row, [season], last] = await Promise.all([
    player(db, id),
    seasonOf(db, asked.id, id, 1),
    fullTeamHistory(app, { playerId: id, limit: FORM_MATCHES, offset: 0, season: isPast ? asked : null }),
  ])
  if (row === undefined) throw new Refusal('player_not_found')
  return { player: row, season, seasonName: `${asked.name} ${asked.label}`, pastSeason: isPast ? asked.id : null, last }
}

/** A finished picture. */
export interface Made {
  readonly png: Buffer
  /** Whether neither a result nor a face is still missing. */
  readonly settled: boolean
}

interface AtHand {
  readonly faces: Faces
  /** Whether no picture is missing. */
  readonly complete: boolean
}

/** Makes pictures to share, from data that the public, or the fan themselves, may see. */
export class ShareService {
  readonly #app: App
  readonly #studio: Studio
  readonly #ordered = new RateWindows()

  constructor(app: App, studio: Studio = app.studio) {
    this.#app = app
    this.#studio = studio
  }

  async matchCard(id: number, format: Format, caller: Caller): Promise<Made> {
    const facts = await this.#app.reads.run(caller, () => matchFacts(this.#app, id))
    const ranked = facts.ranking.filter(({ rank }) => rank <= POSITIONS.length).map(({ player_id }) => player_id)
    const { faces, complete } = await this.#faces(facts, ranked)
    const png = await this.#draw(drawMatch(facts, faces, format), visitorOf(caller.address))
    return { png, settled: complete && isMatchPublished(facts.match) }
  }

  async playerCard(id: number, season: number | undefined, format: Format, caller: Caller): Promise<Made> {
    const facts = await this.#app.reads.run(caller, () => playerFacts(this.#app, id, season))
    const { faces, complete } = await this.#pictures([['players', id]])
    const png = await this.#draw(drawPlayer(facts, faces, format), visitorOf(caller.address))
    return { png, settled: complete }
  }

  /** Makes the picture of a fan's own podium. Refuses `ballot_incomplete`. */
  async podiumCard(fanId: string, id: number, format: Format): Promise<Buffer> {
    const facts = await matchFacts(this.#app, id)
    const picks = await this.#picks(fanId, id)
    const ids = picks.map(({ player_id }) => player_id)
    const { faces } = await this.#faces(facts, ids)
    return this.#draw(drawPodium(facts, picks, faces, format), fanOf(fanId))
  }

  async #picks(fanId: string, matchId: number): Promise<PickFacts[]> {
    const { db } = this.#app
    const ballot = await ballotOf(db, fanId, matchId)
    if (ballot?.complete !== true) throw new Refusal('ballot_incomplete')
    const ids = picksOf(ballot).map(({ player_id }) => player_id)
    const { top3 } = presentBallot(ballot, await pickedPlayers(db, [matchId], ids))
    return top3.flatMap((pick) => {
      const position = POSITIONS.find((place) => place === pick.position)
      return position === undefined ? [] : [{ ...pick, position }]
    })
  }

  #faces({ match }: MatchFacts, players: readonly number[]): Promise<AtHand> {
    const clubs = [match.home_team_id, match.away_team_id].map((id) => ['teams', id] as const)
    return this.#pictures([...clubs, ...players.map((id) => ['players', id] as const)])
  }

  /** Returns pictures that are already loaded. The others are drawn this time, and downloaded in the background for the next. */
  async #pictures(wanted: readonly (readonly [PictureKind, number])[]): Promise<AtHand> {
    const known = new Map<string, Uint8Array>()
    let complete = true
    await Promise.all(
      wanted.map(async ([kind, id]) => {
        const picture = await this.#app.pictures.find({ kind, id }, FACE_SIDE, undefined)
        const bytes = picture?.ready?.bytes
        if (bytes !== undefined) known.set(`${kind}/${id}`, new Uint8Array(bytes))
        else if (picture !== null && picture.version !== null) complete = false
      }),
    )
    return { faces: (kind, id) => known.get(`${kind}/${id}`) ?? null, complete }
  }

  /** Draws a picture within the caller's rate limit. */
  async #draw(drawing: Drawing, by: Customer): Promise<Buffer> {
    const ready = this.#studio.ready(drawing)
    if (ready !== undefined) return ready
    if (this.#ordered.takeAll(by.counted, NEW_PER_MINUTE) > 0) throw new Refusal('too_many_requests')
    return this.#studio.picture(drawing, by)
  }
}
