import { FOLLOWED_COMPETITIONS } from '@tribune/domain/matches/competitions.ts'
import { DEMO_MATCH_ID, type DemoEvent } from '@tribune/domain/matches/demo-match.ts'
import type { ReportedEvent } from '@tribune/domain/matches/events.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'
import type { Matches } from '../../../infra/database/types.generated.ts'
import { saveEvents } from '../../matches/matches/queries.ts'

/** Ids far beyond the provider's. */
const HOME_TEAM = 999_999_998
const AWAY_TEAM = 999_999_999
const FIRST_PLAYER = 9_999_999_001
const SQUAD = 11
const TEAMS = [
  { id: HOME_TEAM, name: 'FC Démonstration', is_national: false },
  { id: AWAY_TEAM, name: 'Stade d’Essai', is_national: false },
]
const NAMES = [
  ['Hugo Démo', 'Malo Exemple', 'Naël Témoin', 'Sacha Maquette', 'Ilan Modèle', 'Yanis Brouillon', 'Noé Prototype'],
  ['Liam Gabarit', 'Timéo Esquisse', 'Axel Canevas', 'Robin Patron', 'Élie Ébauche', 'Jules Épreuve', 'Marius Croquis'],
  [
    'Swann Calque',
    'Tom Planche',
    'Evan Façade',
    'Nino Décor',
    'Paul Répétition',
    'Oscar Générale',
    'Gabin Coulisse',
    'Léo Souffleur',
  ],
].flat()
const POSITIONS = ['G', 'D', 'D', 'D', 'D', 'M', 'M', 'M', 'F', 'F', 'F'] as const
const players = NAMES.map((name, index) => ({ id: FIRST_PLAYER + index, name }))
const PLAYER_IDS = players.map(({ id }) => id)
const isDemo = sql<boolean>`match_id = ${DEMO_MATCH_ID}`

/** Selects the competition that the demo match is played in: an enabled one, of those first followed if possible. */
export async function demoCompetition(db: Db) {
  const followed = FOLLOWED_COMPETITIONS.map(({ id }) => id)
  const enabled = db.selectFrom('available_competitions').select(['id', 'coefficient']).where('enabled', '=', true)
  const ordered = enabled.orderBy(sql`array_position(${followed}::integer[], id)`).orderBy('id')
  return ordered.limit(1).executeTakeFirst()
}

/** Locks the demo match against ballots under way and, while there is none, against another that makes it; selects its state. */
export async function lockDemoMatch(db: Db) {
  await sql`SELECT pg_advisory_xact_lock(hashtext('demo match'))`.execute(db)
  return db
    .selectFrom('matches')
    .select(['status', 'minute', 'published_at', 'updated_at'])
    .where('id', '=', DEMO_MATCH_ID)
    .forUpdate()
    .executeTakeFirst()
}

export async function countDemoBallots(db: Db): Promise<number> {
  const { ballots } = await db
    .selectFrom('votes')
    .select(({ fn }) => fn.countAll<number>().as('ballots'))
    .where('match_id', '=', DEMO_MATCH_ID)
    .where('complete', '=', true)
    .executeTakeFirstOrThrow()
  return ballots
}

/** Inserts the match with its teams, events, and lineup of 22, each with what they have played and a rating, or with neither before the start. */
export async function insertDemoMatch(
  db: Db,
  match: Omit<Insertable<Matches>, 'id' | 'home_team_id' | 'away_team_id'>,
  minutesPlayed: number | null,
  events: readonly DemoEvent[],
): Promise<void> {
  const skip = { teams: db.insertInto('teams').values(TEAMS), players: db.insertInto('players_ref').values(players) }
  await skip.teams.onConflict((conflict) => conflict.doNothing()).execute()
  await skip.players.onConflict((conflict) => conflict.doNothing()).execute()
  const row = { ...match, id: DEMO_MATCH_ID, home_team_id: HOME_TEAM, away_team_id: AWAY_TEAM }
  await db.insertInto('matches').values(row).execute()
  const lineup = players.map(({ id, name }, index) => {
    const isHome = index < SQUAD
    const team = isHome ? TEAMS[0] : TEAMS[1]
    return {
      match_id: DEMO_MATCH_ID,
      player_id: id,
      player_name: name,
      team_id: isHome ? HOME_TEAM : AWAY_TEAM,
      player_team: team?.name ?? '',
      side: isHome ? ('home' as const) : ('away' as const),
      player_position: POSITIONS[index % SQUAD] ?? 'M',
      shirt: (index % SQUAD) + 1,
      is_starter: true,
      minutes_played: minutesPlayed,
      rating: minutesPlayed === null ? null : 6 + (index % 7) * 0.4,
    }
  })
  await db.insertInto('match_lineups').values(lineup).execute()
  if (events.length > 0) await saveEvents(db, [{ match_id: DEMO_MATCH_ID, events: events.map(reported) }])
}

function reported({ minute, extra, type, side, player, assist }: DemoEvent): ReportedEvent {
  const isHome = side === 'home'
  const person = (place: number | null) => {
    const listed = place === null ? undefined : players[isHome ? place : SQUAD + place]
    return { id: listed?.id ?? null, name: listed?.name ?? '' }
  }
  return {
    minute,
    extra,
    type,
    team_id: isHome ? HOME_TEAM : AWAY_TEAM,
    player: person(player),
    other: person(assist),
  }
}

/** Deletes the match with its lineup, events, points and anomalies; ballots and their tally stay. */
export async function deleteDemoMatch(db: Db): Promise<void> {
  await db.deleteFrom('matches').where('id', '=', DEMO_MATCH_ID).execute()
}

/** Deletes the ballots of the demo match, and their tally. */
export async function deleteDemoBallots(db: Db): Promise<void> {
  for (const table of [
    'votes',
    'earlier_votes',
    'match_ballots',
    'match_tallies',
    'match_duels',
    'tally_moves',
    'player_merges',
  ] as const) {
    await db.deleteFrom(table).where(isDemo).execute()
  }
}

/** Deletes teams and players that only the demo match has. */
export async function deleteDemoNames(db: Db): Promise<void> {
  await db.deleteFrom('season_player_points').where('player_id', '=', anyOf(PLAYER_IDS)).execute()
  await db.deleteFrom('season_rank_history').where('player_id', '=', anyOf(PLAYER_IDS)).execute()
  await db.deleteFrom('players_ref').where('id', '=', anyOf(PLAYER_IDS)).execute()
  await db
    .deleteFrom('teams')
    .where('id', '=', anyOf([HOME_TEAM, AWAY_TEAM]))
    .execute()
}

/** Selects the demo match as the operator sees it. */
export function demoMatchRow(db: Db) {
  return db
    .selectFrom('matches as m')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .innerJoin('available_competitions as c', 'c.id', 'm.competition_id')
    .select(['m.id as match_id', 'h.name as home_team', 'a.name as away_team', 'c.name as competition_name'])
    .select(['m.status', 'm.minute', 'm.votes_close_at', 'm.published_at'])
    .select(sql<number>`(SELECT count(*)::integer FROM votes v WHERE v.match_id = m.id AND v.complete)`.as('ballots'))
    .where('m.id', '=', DEMO_MATCH_ID)
    .executeTakeFirst()
}
