import { POSITIONS, type Position } from '@tribune/domain/ballots/podium.ts'
import { type VotingState, votingState } from '@tribune/domain/ballots/voting-window.ts'
import { drawingId } from '@tribune/domain/players/crest.ts'
import { outcomeOf } from '@tribune/domain/players/form.ts'
import { POINT_SCALE } from '@tribune/domain/results/points.ts'
import { isMatchPublished } from '@tribune/domain/results/publication.ts'
import { count, ordinal } from '@tribune/french/format/numbers.ts'
import { momentInParis } from '@tribune/french/format/paris.ts'
import { besideShootout, shootoutWords, shortShootout } from '@tribune/french/format/shootout.ts'
import { withSoftHyphens } from '@tribune/french/format/soft-hyphens.ts'
import * as words from '@tribune/french/sentences/pictures.ts'
import type { Page, SinglePage } from '@tribune/protocol/addresses.ts'
import { type PictureKind, pictureIdOf } from '@tribune/protocol/picture.ts'
import type { Head } from '../../../http/pages/head.ts'
import type { Format, MatchDrawing, PlayerDrawing, Portrait, Step } from '../../../infra/drawing/drawing.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { shootoutOf } from '../../common/shootouts/queries.ts'
import type { HomeRow, MatchRow, publishedPoints } from '../../matches/matches/queries.ts'
import type { HistoryRow, player } from '../../players/players/queries.ts'
import type { seasonOf } from '../../season/season-ranking/queries.ts'

const NO_VOTE: Partial<Record<VotingState, string>> = words.noVote

type Rows<Query extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Query>>
type RankedRow = Rows<typeof publishedPoints>[number]

/** The public facts about a match at `now`. `ranking` is empty until publication. */
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
  /** Id of the season if it is a past one; `null` for the open one. */
  readonly pastSeason: number | null
  /** Newest first. */
  readonly last: readonly HistoryRow[]
}

/** One pick of a fan, with the name from the match's lineup. */
export interface PickFacts {
  readonly position: Position
  readonly player_id: number
  readonly player_name: string
}

/** Maximum number of names in a description: the podium, and one more who shares its last step. */
const NAMED = 4

/** Returns a picture that is already loaded, or `null`. */
export type Faces = (kind: PictureKind, id: number) => Uint8Array | null

const NO_STEPS = { 1: null, 2: null, 3: null } as const
const FREE: Step = { holders: [], more: 0, points: null, note: null }
const FREE_STEPS = { 1: FREE, 2: FREE, 3: FREE } as const

/** Describes the picture of a match: an invitation to vote, then its result. */
export function drawMatch(facts: MatchFacts, faces: Faces, format: Format): MatchDrawing {
  const { match, ranking } = facts
  const common = { ...fixtureOf(facts, faces), format }
  if (!isMatchPublished(facts.match)) return { ...common, ...invitationOf(facts) }
  if (ranking.length === 0) {
    return { ...common, title: words.match.noRanking, notes: [words.match.noRatings], call: null, podium: NO_STEPS }
  }
  const source = match.ranking_source === 'ratings_fallback' ? words.match.ratings : words.match.votes
  const basis = match.voters === null ? source : `${words.voters(match.voters)} · ${source}`
  const notes = match.provisional_until === null ? [basis] : [words.match.provisional, basis]
  return { ...common, title: words.match.result, notes, call: null, podium: stepsOf(ranking, faces) }
}

/** Describes the picture of a fan's podium, with its points once the result is published. Does not identify the fan. */
export function drawPodium(facts: MatchFacts, picks: readonly PickFacts[], faces: Faces, format: Format): MatchDrawing {
  const isCounted = isMatchPublished(facts.match) && facts.ranking.length > 0
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
    call: isMatchPublished(facts.match) ? null : words.podium.call,
    podium: { 1: step(1), 2: step(2), 3: step(3) },
  }
}

export function drawPlayer(facts: PlayerFacts, faces: Faces, format: Format): PlayerDrawing {
  const { player, season, seasonName, pastSeason, last } = facts
  const noMatch = pastSeason === null ? words.player.noMatch : words.player.noMatchThen
  const best = Math.max(1, ...last.map(({ points }) => points))
  const figures = [
    { label: words.player.points, value: count(season?.total_points ?? 0) },
    ...(season === undefined ? [] : [{ label: words.player.rank, value: ordinal(season.rank) }]),
    { label: words.player.matches, value: count(season?.matches_played ?? 0) },
  ]
  return {
    subject: 'player',
    format,
    player: portraitOf({ player_id: player.id, player_name: player.name }, faces),
    club: player.last_team ?? words.player.noTeam,
    season: seasonName,
    figures,
    lastTitle: last.length === 0 ? noMatch : words.player.last(last.length),
    last: last.toReversed().map((match) => ({
      value: ['ranked', 'outside'].includes(outcomeOf(match)) ? count(match.points) : words.player.none,
      share: match.points / best,
      place: POSITIONS.find((place) => place === match.rank) ?? null,
    })),
  }
}

/** Makes the link preview of a match, as free of spoilers as its picture. */
export function presentMatchHead(facts: MatchFacts): Head {
  const { home, match, ranking, now } = facts
  const fixture = words.cards.versus(home.home_team, home.away_team)
  const about = words.cards.about(home.competition_name, momentInParis(home.match_date, home.kickoff_hour_known))
  const common = {
    title: words.cards.titled(fixture),
    path: `/match/${match.id}`,
    type: 'article',
    match: {
      home: withSoftHyphens(home.home_team),
      away: withSoftHyphens(home.away_team),
      competition: home.competition_name,
    },
  } as const
  const picture = `/share/match/${match.id}.png`
  if (!isMatchPublished(facts.match)) {
    const stopped = NO_VOTE[votingState(home, now)]
    const headline = stopped === undefined ? words.cards.call(fixture) : words.cards.stopped(fixture, stopped)
    return { ...common, headline, description: about, picture, alt: headline }
  }
  const score = `${home.home_score ?? '–'} – ${home.away_score ?? '–'}`
  const decided = shortShootout({ ...home, shootout: shootoutOf(home) })
  const away = decided === null ? home.away_team : besideShootout(home.away_team, decided)
  const headline = words.cards.result(home.home_team, score, away)
  const best = ranking
    .filter(({ rank }) => rank <= POSITIONS.length)
    .slice(0, NAMED)
    .map((row) => words.cards.ranked(row.player_name, row.rank, words.points(row.points)))
  const description = best.length === 0 ? words.match.noRatings : `${best.join(', ')}.`
  return { ...common, headline, description, picture: versioned(picture, match.ranked_at), alt: headline }
}

/** Adds a version to a picture's address, because messengers cache pictures by address. */
function versioned(picture: string, shownAt: Date | null): string {
  return shownAt === null ? picture : `${picture}${picture.includes('?') ? '&' : '?'}v=${shownAt.getTime()}`
}

/** Makes the link preview of a player, in the season of their picture. A past season has an address of its own. */
export function presentPlayerHead({ player, season, seasonName, pastSeason }: PlayerFacts): Head {
  const headline = words.cards.playerTitle(player.name, player.last_team ?? words.player.noTeam)
  const none = pastSeason === null ? words.cards.noSeason : words.cards.noPastSeason
  const query = pastSeason === null ? '' : `?season=${pastSeason}`
  const description =
    season === undefined
      ? none(seasonName)
      : words.cards.season(seasonName, ordinal(season.rank), words.points(season.total_points), season.matches_played)
  return {
    title: words.cards.titled(player.name),
    headline,
    description,
    path: `/player/${player.id}${query}`,
    type: 'profile',
    picture: versioned(`/share/player/${player.id}.png${query}`, season?.updated_at ?? null),
    alt: headline,
  }
}

/** Returns the head of a static page, or that of home for an unknown one. */
export function presentPageHead(page: Page | null): Head {
  const known = Object.keys(words.pages).find((address): address is SinglePage => address === page?.address)
  const { title, description } = words.pages[known ?? '/']
  const { alt } = words.cards
  const path = known?.replace('$id', page?.id ?? '') ?? null
  return { title, headline: title, description, path, type: 'website', picture: '/card.png', alt }
}

function fixtureOf(facts: MatchFacts, faces: Faces) {
  const { home, match } = facts
  const { home_score, away_score } = home
  return {
    subject: 'match',
    competition: home.competition_name,
    when: momentInParis(home.match_date, home.kickoff_hour_known),
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
      isMatchPublished(facts.match) && home_score !== null && away_score !== null
        ? { home: count(home_score), away: count(away_score) }
        : null,
    decided: isMatchPublished(facts.match) ? shootoutWords({ ...home, shootout: shootoutOf(home) }) : null,
  } as const
}

/** Returns the texts for a match without a result, which never depend on its score or votes. */
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

/** Maximum number of holders drawn on one step; the others are counted. */
const DRAWN_TOGETHER = 2

/** Puts players on steps by rank; a step that a tie skips stays empty. */
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

/** Makes the portrait of a club. Without a picture it is drawn from its name alone, as on screens. */
function clubOf({ id, name, logo }: Club, otherwise: string, faces: Faces): Portrait {
  const address = ownPicture('teams', id, logo)
  return { name, id: pictureIdOf(address ?? '') ?? drawingId(name), otherwise, picture: faces('teams', id) }
}

function portraitOf({ player_id, player_name }: { player_id: number; player_name: string }, faces: Faces): Portrait {
  return {
    name: player_name,
    id: player_id,
    otherwise: words.unwritable.player,
    picture: faces('players', player_id),
  }
}
