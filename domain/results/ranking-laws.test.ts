import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompleteBallot, Tally } from '../ballots/tally.ts'
import { tallyOf } from '../testing/tally.ts'
import { pointsFor } from './points.ts'
import { type RankedPlayer, type RatedPlayer, rankMatch } from './ranking.ts'

describe('any ranking', () => {
  const IDS = [3, 5, 8, 13, 21, 34, 55]
  const ballot = fc
    .shuffledSubarray(IDS, { minLength: 3, maxLength: 3 })
    .map(([first = 0, second = 0, third = 0]): CompleteBallot => [first, second, third])
  const election = fc.record({
    ballots: fc.array(ballot, { minLength: 4, maxLength: 30 }),
    ratings: fc.array(fc.constantFrom(null, 6, 7, 7.5), { minLength: IDS.length, maxLength: IDS.length }),
    renamed: fc.shuffledSubarray(IDS, { minLength: IDS.length }),
    coefficient: fc.constantFrom(1, 1.15, 3.77),
  })
  const lineup = (ratings: (number | null)[]) =>
    IDS.map(
      (player_id, index): RatedPlayer => ({
        player_id,
        player_name: `Joueur ${player_id}`,
        rating: ratings[index] ?? null,
        minutes_played: 90,
      }),
    )
  const rankById = (ranked: readonly RankedPlayer[]) => new Map(ranked.map((line) => [line.player_id, line.rank]))

  it('does not depend on the order of players and rows', () => {
    fc.assert(
      fc.property(election, ({ ballots, ratings, coefficient }) => {
        const counted = tallyOf(ballots)
        const players = lineup(ratings)
        const reversed = { ...counted, players: counted.players.toReversed(), duels: counted.duels.toReversed() }
        const straight = rankMatch({ tally: counted, players, coefficient })
        expect(rankMatch({ tally: reversed, players: players.toReversed(), coefficient })).toEqual(straight)
      }),
    )
  })

  it('does not depend on names and ids: renamed players keep their ranks', () => {
    fc.assert(
      fc.property(election, ({ ballots, ratings, renamed, coefficient }) => {
        const alias = (id: number) => renamed[IDS.indexOf(id)] ?? id
        const players = lineup(ratings)
        const masked = players.map((player) => ({ ...player, player_id: alias(player.player_id), player_name: 'X' }))
        const maskedBallots = ballots.map(([one, two, three]): CompleteBallot => [alias(one), alias(two), alias(three)])
        const before = rankById(rankMatch({ tally: tallyOf(ballots), players, coefficient }).ranked)
        const after = rankById(rankMatch({ tally: tallyOf(maskedBallots), players: masked, coefficient }).ranked)
        expect(after).toEqual(new Map([...before].map(([id, rank]) => [alias(id), rank])))
      }),
    )
  })

  it('is 1224, earns the points of its ranks, and is shared only by players equal in everything published', () => {
    const criteria = ({ score, firsts, seconds, rating }: RankedPlayer) => [score, firsts, seconds, rating]
    fc.assert(
      fc.property(election, ({ ballots, ratings, coefficient }) => {
        fc.pre(ballots.length >= 10)
        const { ranked } = rankMatch({ tally: tallyOf(ballots), players: lineup(ratings), coefficient })
        for (const line of ranked) {
          expect(line.rank).toBe(1 + ranked.filter((other) => other.rank < line.rank).length)
          expect(line.points).toBe(pointsFor(line.rank, coefficient))
          for (const other of ranked.filter((one) => one.rank === line.rank)) {
            expect(criteria(other)).toEqual(criteria(line))
          }
        }
      }),
    )
  })

  it('never puts a player before one with a higher score, and leaves out unpicked players', () => {
    fc.assert(
      fc.property(election, ({ ballots, ratings, coefficient }) => {
        fc.pre(ballots.length >= 10)
        const counted = tallyOf(ballots)
        const { ranked } = rankMatch({ tally: counted, players: lineup(ratings), coefficient })
        const scores = ranked.map((line) => line.score)
        expect(scores).toEqual(scores.toSorted((one, other) => other - one))
        expect(Math.min(...scores)).toBeGreaterThan(0)
        expect(ranked).toHaveLength(counted.players.length)
      }),
    )
  })

  it('does not depend on the number of voters: a hundredfold tally gives the same ranks', () => {
    fc.assert(
      fc.property(election, ({ ballots, ratings, coefficient }) => {
        fc.pre(ballots.length >= 10)
        const counted = tallyOf(ballots)
        const hundredfold: Tally = {
          voters: counted.voters * 100,
          players: counted.players.map((p) => ({
            player_id: p.player_id,
            firsts: p.firsts * 100,
            seconds: p.seconds * 100,
            thirds: p.thirds * 100,
          })),
          duels: counted.duels.map((duel) => ({ ...duel, ballots: duel.ballots * 100 })),
        }
        const players = lineup(ratings)
        expect(rankById(rankMatch({ tally: hundredfold, players, coefficient }).ranked)).toEqual(
          rankById(rankMatch({ tally: counted, players, coefficient }).ranked),
        )
      }),
    )
  })
})
