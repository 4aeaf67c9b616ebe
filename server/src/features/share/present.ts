import type { PageAddress, SinglePage } from '@tribune/domain/addresses.ts'
import { drawnFrom } from '@tribune/domain/crest.ts'
import { outcomeOf } from '@tribune/domain/form.ts'
import { type PictureKind, pictureIdOf } from '@tribune/domain/picture.ts'
import { POSITIONS, type Position } from '@tribune/domain/podium.ts'
import { POINT_SCALE } from '@tribune/domain/points.ts'
import { softened } from '@tribune/domain/soft-hyphens.ts'
import { votingState } from '@tribune/domain/voting-window.ts'
import type { Head } from '../../http/pages/head.ts'
import type { Format, MatchDrawing, PlayerDrawing, Portrait, Step } from '../../infra/drawing/drawing.ts'
import * as words from '../../infra/drawing/words.ts'
import { ownPicture } from '../../infra/media/own-picture.ts'
import type { HomeRow, MatchRow, publishedPoints } from '../matches/queries.ts'
import type { HistoryRow, player } from '../players/queries.ts'
import type { seasonOf } from '../rankings/queries.ts'

type Rows<Query extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Query>>
export type RankedRow = Rows<typeof publishedPoints>[number]

/** A match as the public may know it at `now`. `ranking` is empty until it is published. */
export interface MatchFacts {
  readonly home: HomeRow
  readonly match: MatchRow
  readonly ranking: readonly RankedRow[]
  readonly now: Date
}

export interface PlayerFacts {
  readonly player: NonNullable<Awaited<ReturnType<typeof player>>>
  readonly season: Rows<typeof seasonOf>[number] | undefined
  readonly seasonName: string
  /** Newest first. */
  readonly last: readonly HistoryRow[]
}

/** One pick of a fan, with the name that the match's lineup has. */
export interface PickFacts {
  readonly position: Position
  readonly player_id: number
  readonly player_name: string
}

/** Names in a description: those of the podium, and one who shares its last step. */
const NAMED = 4

/** A picture that is at hand. */
export type Faces = (kind: PictureKind, id: number) => Uint8Array | null

/** The only place that decides whether a result may be seen: the same rule as the API's. */
export function isPublished({ match }: Pick<MatchFacts, 'match'>): boolean {
  return match.published_at !== null
}

const NO_STEPS = { 1: null, 2: null, 3: null } as const
const FREE: Step = { holders: [], more: 0, points: null, note: null }
const FREE_STEPS = { 1: FREE, 2: FREE, 3: FREE } as const

/** The match: an invitation while there is no result, then the result. */
export function drawMatch(facts: MatchFacts, faces: Faces, format: Format): MatchDrawing {
  const { match, ranking } = facts
  const common = { ...fixtureOf(facts, faces), format }
  if (!isPublished(facts)) return { ...common, ...invitationOf(facts) }
  if (ranking.length === 0) {
    return { ...common, title: words.match.noRanking, notes: [words.match.noRatings], call: null, podium: NO_STEPS }
  }
  const source = match.ranking_source === 'ratings_fallback' ? words.match.ratings : words.match.votes
  const notes = [match.voters === null ? source : `${words.voters(match.voters)} · ${source}`]
  return { ...common, title: words.match.result, notes, call: null, podium: stepsOf(ranking, faces) }
}

/** A fan's own three, and once the result is out what they gained. Identifies no fan. */
export function drawPodium(facts: MatchFacts, picks: readonly PickFacts[], faces: Faces, format: Format): MatchDrawing {
  const isCounted = isPublished(facts) && facts.ranking.length > 0
  const rowOf = ({ player_id }: PickFacts) => facts.ranking.find((row) => row.player_id === player_id)
  const step = (place: Position): Step | null => {
    const pick = picks.find(({ position }) => position === place)
    if (pick === undefined) return null
    const holders = [portraitOf(pick, faces)]
    if (!isCounted) return { holders, more: 0, points: null, note: null }
    const row = rowOf(pick)
    const note =
      row !== undefined && row.rank <= POINT_SCALE.length ? words.podium.rank(row.rank) : words.podium.outside
    return { holders, more: 0, points: words.points(row?.points ?? 0), note }
  }
  const total = picks.reduce((sum, pick) => sum + (rowOf(pick)?.points ?? 0), 0)
  return {
    ...fixtureOf(facts, faces),
    format,
    title: words.podium.title,
    notes: isCounted ? [words.podium.gained(words.points(total))] : [],
    call: isPublished(facts) ? null : words.podium.call,
    podium: { 1: step(1), 2: step(2), 3: step(3) },
  }
}

export function drawPlayer(facts: PlayerFacts, faces: Faces, format: Format): PlayerDrawing {
  const { player, season, seasonName, last } = facts
  const best = Math.max(1, ...last.map(({ points }) => points))
  const figures = [
    { label: words.player.points, value: words.count(season?.total_points ?? 0) },
    ...(season === undefined ? [] : [{ label: words.player.rank, value: words.ordinal(season.rank) }]),
    { label: words.player.matches, value: words.count(season?.matches_played ?? 0) },
  ]
  return {
    subject: 'player',
    format,
    player: portraitOf({ player_id: player.id, player_name: player.name }, faces),
    club: player.last_team ?? words.player.noTeam,
    season: seasonName,
    figures,
    lastTitle: last.length === 0 ? words.player.noMatch : words.player.last(last.length),
    last: last.toReversed().map((match) => ({
      value: ['ranked', 'outside'].includes(outcomeOf(match)) ? words.count(match.points) : words.player.none,
      share: match.points / best,
      place: POSITIONS.find((place) => place === match.rank) ?? null,
    })),
  }
}

/** What a link to the match unfolds into; as free of spoilers as its picture. */
export function presentMatchHead(facts: MatchFacts): Head {
  const { home, match, ranking, now } = facts
  const fixture = words.cards.versus(home.home_team, home.away_team)
  const about = words.cards.about(home.competition_name, words.when(home.match_date, home.kickoff_hour_known))
  const common = {
    title: words.cards.titled(fixture),
    path: `/match/${match.id}`,
    type: 'article',
    match: {
      home: softened(home.home_team),
      away: softened(home.away_team),
      competition: home.competition_name,
    },
  } as const
  const picture = `/share/match/${match.id}.png`
  if (!isPublished(facts)) {
    const state = votingState(home, now)
    const stopped = state in words.noVote ? words.noVote[state as keyof typeof words.noVote] : null
    const headline = stopped === null ? words.cards.call(fixture) : words.cards.stopped(fixture, stopped)
    return { ...common, headline, description: about, picture, alt: headline }
  }
  const score = `${home.home_score ?? '–'} – ${home.away_score ?? '–'}`
  const headline = words.cards.result(home.home_team, score, home.away_team)
  const best = ranking
    .filter(({ rank }) => rank <= POSITIONS.length)
    .slice(0, NAMED)
    .map((row) => words.cards.ranked(row.player_name, row.rank, words.points(row.points)))
  const description = best.length === 0 ? words.match.noRatings : `${best.join(', ')}.`
  return { ...common, headline, description, picture: versioned(picture, match.ranked_at), alt: headline }
}

/** Messengers keep a picture by its address: one that shows something new must have another. */
function versioned(picture: string, shownAt: Date | null): string {
  return shownAt === null ? picture : `${picture}?v=${shownAt.getTime()}`
}

export function presentPlayerHead({ player, season, seasonName }: PlayerFacts): Head {
  const headline = words.cards.playerTitle(player.name, player.last_team ?? words.player.noTeam)
  const description =
    season === undefined
      ? words.cards.noSeason(seasonName)
      : words.cards.season(
          seasonName,
          words.ordinal(season.rank),
          words.points(season.total_points),
          season.matches_played,
        )
  return {
    title: words.cards.titled(player.name),
    headline,
    description,
    path: `/player/${player.id}`,
    type: 'profile',
    picture: versioned(`/share/player/${player.id}.png`, season?.updated_at ?? null),
    alt: headline,
  }
}

/** The head of a page that is the same for all; of home where there is no such page. */
export function presentPageHead(address: PageAddress | null): Head {
  const known = Object.keys(words.pages).find((page): page is SinglePage => page === address)
  const { title, description } = words.pages[known ?? '/']
  const { alt } = words.cards
  return { title, headline: title, description, path: known ?? null, type: 'website', picture: '/card.png', alt }
}

function fixtureOf(facts: MatchFacts, faces: Faces) {
  const { home, match } = facts
  const { home_score, away_score } = home
  return {
    subject: 'match',
    competition: home.competition_name,
    when: words.when(home.match_date, home.kickoff_hour_known),
    home: clubOf(
      { id: match.home_team_id, name: home.home_team, logo: home.home_team_logo },
      words.unwritable.home,
      faces,
    ),
    away: clubOf(
      { id: match.away_team_id, name: home.away_team, logo: home.away_team_logo },
      words.unwritable.away,
      faces,
    ),
    score:
      isPublished(facts) && home_score !== null && away_score !== null
        ? { home: words.count(home_score), away: words.count(away_score) }
        : null,
  } as const
}

/** What stands beside a match without result. Never depends on its score or its votes. */
function invitationOf({ home, now }: MatchFacts) {
  const state = votingState(home, now)
  if (state === 'postponed' || state === 'cancelled') {
    return { title: words.noVote[state], notes: [], call: null, podium: NO_STEPS }
  }
  if (state === 'suspended') {
    return { title: words.noVote.suspended, notes: [words.match.resumes], call: null, podium: FREE_STEPS }
  }
  if (state === 'closed') {
    return { title: words.noVote.closed, notes: [words.match.counting], call: null, podium: FREE_STEPS }
  }
  return { title: null, notes: [words.match.window], call: words.match.vote, podium: FREE_STEPS }
}

/** More than this on one step are counted, not drawn. */
const DRAWN_TOGETHER = 2

/** Each step carries those who share its rank; one that a tie left out stays empty. */
function stepsOf(ranking: readonly RankedRow[], faces: Faces): MatchDrawing['podium'] {
  const step = (place: Position): Step | null => {
    const holders = ranking.filter(({ rank }) => rank === place)
    const [first] = holders
    if (first === undefined) return null
    return {
      holders: holders.slice(0, DRAWN_TOGETHER).map((row) => portraitOf(row, faces)),
      more: Math.max(0, holders.length - DRAWN_TOGETHER),
      points: words.points(first.points),
      note: holders.length > 1 ? words.match.tied : null,
    }
  }
  return { 1: step(1), 2: step(2), 3: step(3) }
}

interface Club {
  readonly id: number
  readonly name: string
  readonly logo: string | null
}

/** A club without a picture is drawn as on screens, which know it by its name alone. */
function clubOf({ id, name, logo }: Club, otherwise: string, faces: Faces): Portrait {
  const address = ownPicture('teams', id, logo)
  return { name, id: pictureIdOf(address ?? '') ?? drawnFrom(name), otherwise, picture: faces('teams', id) }
}

function portraitOf({ player_id, player_name }: { player_id: number; player_name: string }, faces: Faces): Portrait {
  return {
    name: player_name,
    id: player_id,
    otherwise: words.unwritable.player,
    picture: faces('players', player_id),
  }
}
