import type { HomeFixture, MatchEvent } from '@tribune/contract/matches.ts'
import type { VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { NO_FACTS, type PlayerFacts } from '@tribune/domain/matches/events.ts'
import { describe, expect, test } from 'vitest'
import { emptyFilm, eventMinute, factWords, filmRows, spokenEvent } from './film/film-words.ts'
import {
  cameOn,
  earnedWords,
  type ListedPlayer,
  listed,
  playerLine,
  spokenFacts,
  spokenState,
  withFacts,
} from './players/player-words.ts'
import type { Publication } from './result/use-publication.ts'
import { bannerWords } from './voting/vote-banner-words.ts'

function player(id: number, change: Partial<ListedPlayer> = {}): ListedPlayer {
  return {
    match_id: 1,
    player_id: id,
    player_name: `Joueur ${id}`,
    player_team: 'Olympique Brévent',
    player_position: 'F',
    is_starter: true,
    minutes_played: 90,
    side: 'home',
    shirt: 9,
    rating: null,
    photo_url: null,
    did_play: true,
    rank: null,
    points: null,
    ...change,
  }
}

const ids = (players: readonly ListedPlayer[]) => players.map((one) => one.player_id)

describe('the player list', () => {
  const squad = [
    player(1, { minutes_played: 10 }),
    player(2, { player_name: 'Éloi Łukasik', side: 'away', player_team: 'US Trévalle' }),
    player(3, { minutes_played: 60 }),
  ]
  const view = { tab: 'all', query: '', podium: [], closed: false } as const

  test('shows the fan’s picks first, then the players with most minutes', () => {
    expect(ids(listed(squad, { ...view, podium: [{ position: 2, player_id: 1 }] }))).toEqual([1, 2, 3])
  })

  test.each([
    ['lukasik', [2]],
    ['  TREVALLE ', [2]],
    ['brevent', [3, 1]],
    ['personne', []],
  ])('finds by name or team, ignoring accents: %j', (query, found) => {
    expect(ids(listed(squad, { ...view, query }))).toEqual(found)
  })

  test('shows only the selected team', () => {
    expect(ids(listed(squad, { ...view, tab: 'away' }))).toEqual([2])
  })

  test('orders by published rank once the vote is closed', () => {
    const ranked = withFacts(
      squad,
      [],
      [
        { player_id: 3, rank: 1, points: 100 },
        { player_id: 1, rank: 2, points: 80 },
      ],
    )
    expect(ids(listed(ranked, { ...view, closed: true }))).toEqual([3, 1, 2])
  })
})

describe('the end of a row', () => {
  test.each([
    ['unpublished', {}, false, null],
    ['did not play', { did_play: false }, false, 'N’a pas joué'],
    ['did not play, published', { did_play: false, rank: 1, points: 100 }, true, 'N’a pas joué'],
    ['unranked', {}, true, 'Hors top 10'],
    ['eleventh', { rank: 11, points: 0 }, true, 'Hors top 10'],
    ['tenth', { rank: 10, points: 10 }, true, '#10 du match'],
    ['first', { rank: 1, points: 350 }, true, '#1 du match'],
  ])('%s', (_name, change, published, place) => {
    expect(earnedWords(player(1, change), published)?.place ?? null).toBe(place)
  })
})

describe('the facts of a player', () => {
  test('have a short and a spoken form', () => {
    expect(playerLine(player(1))).toBe("Att. · n°\u00a09 · 90'")
    expect(spokenFacts(player(1))).toBe('Olympique Brévent, Attaque, n°\u00a09, 90\u00a0minutes de jeu')
  })

  test.each([
    ['came on', { is_starter: false, minutes_played: 18 }, "Att. · n°\u00a09 · 18'", true, 'entrée en jeu'],
    [
      'may yet play',
      { is_starter: false, minutes_played: null, did_play: null },
      'Att. · n°\u00a09 · Banc',
      false,
      'Sur le banc',
    ],
  ])('mark a substitute who %s', (_name, change, short, isOn, spoken) => {
    const substitute = player(1, change)
    expect(playerLine(substitute)).toBe(short)
    expect(cameOn(substitute)).toBe(isOn)
    expect(spokenFacts(substitute)).toContain(spoken)
  })

  test('have the minutes of changes in place of the minutes played, and the acts in words', () => {
    const facts = { goals: 1, ownGoals: 0, assists: 0, missedPenalties: 0, yellow: false, red: false, wentOff: null }
    const change = { is_starter: false, minutes_played: null, did_play: null }
    const substitute = player(1, { ...change, facts: { ...facts, cameOn: { minute: 63, extra: null } } })
    expect(playerLine(substitute)).toBe('Att. · n°\u00a09')
    expect(cameOn(substitute)).toBe(true)
    expect(spokenFacts(substitute)).toBe(
      'Olympique Brévent, Attaque, n°\u00a09, 1\u00a0but, entrée en jeu à la 63e minute',
    )
  })

  test.each([
    ['of a vote', 2, false, ', 2e de ton podium'],
    ['of a result', null, true, ', note officielle 7,5'],
    ['without place and result', null, false, ''],
  ] as const)('end with the place and the rating %s', (_name, held, published, end) => {
    const rated = player(1, { rating: 7.5 })
    expect(spokenState(rated, held, published)).toBe(`${spokenFacts(rated)}${end}`)
  })

  test('omit what is unknown', () => {
    const bare = player(1, {
      player_position: null,
      shirt: null,
      minutes_played: null,
      did_play: null,
      player_team: ' ',
    })
    expect(playerLine(bare)).toBe('')
    expect(spokenFacts(bare)).toBe('Équipe inconnue')
  })
})

const MATCH = { home_team: 'Stade Clairmont', away_team: 'AS Belleroche' }
const event = (change: Partial<MatchEvent> = {}): MatchEvent => ({
  minute: 12,
  extra: null,
  type: 'goal',
  team: 'home',
  player: { id: 1, name: 'Éloi Vasseur' },
  assist: null,
  ...change,
})
const spoken = (change: Partial<MatchEvent>) => spokenEvent({ place: 0, event: event(change), score: null }, MATCH)

test('the score follows each goal and kick, each with a count of its own', () => {
  const { play, kicks } = filmRows([
    event(),
    event({ type: 'yellow' }),
    event({ type: 'own_goal', team: 'away' }),
    event({ type: 'annulled_goal' }),
    event({ type: 'penalty' }),
    event({ type: 'missed_penalty' }),
    event({ type: 'missed_kick' }),
    event({ type: 'kick', team: 'away' }),
  ])
  const scores = (rows: typeof play) => rows.map(({ score }) => score?.replaceAll('\u00a0', ' ') ?? null)
  expect(scores(play)).toEqual(['1 – 0', null, '1 – 1', null, '2 – 1', null])
  expect(scores(kicks)).toEqual([null, '0 – 1'])
})

test.each<[change: Partial<MatchEvent>, sentence: string]>([
  [{}, '12e minute, But, Éloi Vasseur, Stade Clairmont'],
  [{ minute: 1, extra: 2, team: 'away' }, '1re minute plus 2, But, Éloi Vasseur, AS Belleroche'],
  [{ player: null, type: 'unknown' }, '12e minute, Fait de jeu, Stade Clairmont'],
  [
    { assist: { id: 2, name: 'Ilian Costa' } },
    '12e minute, But, Éloi Vasseur, Stade Clairmont, Passe décisive\u00a0: Ilian Costa',
  ],
  [
    { type: 'substitution', assist: { id: 2, name: 'Ilian Costa' } },
    '12e minute, Remplacement, entre Ilian Costa, sort Éloi Vasseur, Stade Clairmont',
  ],
  [{ type: 'kick', minute: 120, extra: 3 }, 'Tir au but réussi, Éloi Vasseur, Stade Clairmont'],
])('%j is read as « %s »', (change, sentence) => {
  expect(spoken(change)).toBe(sentence)
})

test('an event has its minute, and a kick has none', () => {
  expect([event(), event({ extra: 3, minute: 90 }), event({ type: 'kick' })].map(eventMinute)).toEqual([
    "12'",
    "90+3'",
    '',
  ])
})

test.each<[status: HomeFixture['status'], score: [number | null, number | null], sentence: string]>([
  ['live', [0, 0], 'Rien à signaler pour l’instant.'],
  ['live', [null, null], 'Rien à signaler pour l’instant.'],
  ['live', [0, 1], 'Le film de ce match n’est pas connu.'],
  ['finished', [0, 0], 'Le film de ce match n’est pas connu.'],
])('without events, a match that is %s at %j says « %s »', (status, [home_score, away_score], sentence) => {
  expect(emptyFilm({ status, home_score, away_score } as HomeFixture)).toBe(sentence)
})

test.each<[facts: Partial<PlayerFacts> | undefined, words: string[]]>([
  [undefined, []],
  [{}, []],
  [{ goals: 1, assists: 2 }, ['1\u00a0but', '2\u00a0passes décisives']],
  [{ ownGoals: 1, missedPenalties: 2 }, ['1\u00a0but contre son camp', '2\u00a0penaltys manqués']],
  [{ yellow: true }, ['carton jaune']],
  [{ red: true }, ['carton rouge']],
  [{ yellow: true, red: true }, ['carton jaune, puis rouge']],
  [
    { cameOn: { minute: 46, extra: null }, wentOff: { minute: 90, extra: 2 } },
    ['entrée en jeu à la 46e minute', 'remplacement à la 90e minute plus 2'],
  ],
])('the facts %j are read as %j', (facts, words) => {
  expect(factWords(facts && { ...NO_FACTS, ...facts })).toEqual(words)
})

const now = new Date('2026-03-14T20:00:00Z')
const match = {
  match_date: '2026-03-14T19:00:00Z',
  minute: 42,
  kickoff_hour_known: true,
  statusReason: null,
  postponedUntil: null,
}

/** The voting table of spec section 4. */
const TABLE: readonly (readonly [VotingState, picks: number, voice: string, title: string])[] = [
  ['upcoming', 0, 'shut', 'Match à venir'],
  ['postponed', 0, 'shut', 'Match reporté'],
  ['cancelled', 0, 'shut', 'Match annulé'],
  ['suspended', 0, 'shut', 'Match suspendu'],
  ['locked', 0, 'shut', 'Les votes ouvrent à la 60ème minute'],
  ['open_live', 0, 'open', 'Voter en direct'],
  ['open_after', 0, 'open', 'Votes ouverts - Plus que quelques minutes\u202f!'],
  ['closed', 0, 'shut', 'Votes clos'],
  ['open_live', 3, 'done', 'Vote effectué\u202f! Changer mon vote'],
  ['open_after', 3, 'done', 'Vote effectué\u202f! Changer mon vote'],
  ['closed', 3, 'shut', 'Votes clos'],
  ['suspended', 3, 'shut', 'Match suspendu'],
]

describe('the vote banner', () => {
  test.each(TABLE)('%s, %i picks', (state, picks, voice, title) => {
    expect(bannerWords(match, { state, picks, publication: 'published', lineups: true, now })).toMatchObject({
      voice,
      title,
    })
  })

  const hint = (
    state: VotingState,
    change: Partial<Parameters<typeof bannerWords>[0]> = {},
    publication: Publication = 'published',
  ) => bannerWords({ ...match, ...change }, { state, picks: 0, publication, lineups: true, now }).hint

  test.each([
    [59, 'Encore 1\u00a0minute de jeu.'],
    [42, 'Encore 18\u00a0minutes de jeu.'],
    [60, 'Encore 1\u00a0minute de jeu.'],
    [null, null],
  ])('says how long it is to the 60th minute: at %s', (minute, words) => {
    expect(hint('locked', { minute })).toBe(words)
  })

  test('says why a match is not played, and its new date', () => {
    const postponed = { statusReason: 'Terrain gelé', postponedUntil: '2026-03-16T12:15:00Z' }
    expect(hint('postponed', postponed)).toBe('Terrain gelé · Nouvelle date\u00a0: demain, 18\u00a0h')
    expect(hint('postponed', { ...postponed, kickoff_hour_known: false })).toContain(': demain')
    expect(hint('postponed')).toBeNull()
    expect(hint('cancelled', { statusReason: 'Forfait' })).toBe('Forfait')
    expect(hint('suspended')).toBe('Le vote reprend avec le match.')
  })

  test.each([
    ['open_live', 0, 'Touche un joueur pour le placer.'],
    ['open_live', 1, 'Ton vote n’est pas complet\u00a0: encore 2\u00a0joueurs.'],
    ['open_after', 2, 'Ton vote n’est pas complet\u00a0: encore 1\u00a0joueur.'],
    ['open_after', 0, null],
  ] as const)('an incomplete vote is invited to go on: %s, %i picks', (state, picks, words) => {
    expect(bannerWords(match, { state, picks, publication: 'early', lineups: true, now }).hint).toBe(words)
  })

  test.each([
    ['open_live', 'open'],
    ['open_after', 'open'],
  ] as const)('asks no one to touch a player while there is none: %s', (state, voice) => {
    const words = bannerWords(match, { state, picks: 0, publication: 'early', lineups: false, now })
    expect(words).toMatchObject({ voice, hint: 'Tu pourras voter dès que les compositions seront là.' })
  })

  test('promises results only once they are published', () => {
    expect(hint('closed')).toBe('Les résultats sont publiés.')
    expect(hint('closed', {}, 'counting')).toBe('Le décompte final est en cours.')
    expect(hint('closed', {}, 'none')).toBe('Ce match n’a pas de résultat.')
  })
})
