import { describe, expect, test } from 'vitest'
import {
  cameOn,
  earnedWords,
  type ListedPlayer,
  listed,
  playerLine,
  spokenFacts,
  spokenState,
  withFacts,
} from './player-words.ts'

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
