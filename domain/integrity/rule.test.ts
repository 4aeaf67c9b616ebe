import { Random } from '@tribune/football/simulator/random.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JudgedBallot } from './ballots.ts'
import { type History, type Past, remember } from './past.ts'
import { findGroups, REASONS } from './rule.ts'
import { BallotTable } from './table.ts'

const source = (...keys: readonly (string | number)[]) => {
  const random = new Random(...keys)
  return () => random.next()
}

const PLAYERS = 22

/** Three different players; the lower the number, the more fans like the player. */
function podium(next: () => number, first?: number): JudgedBallot['picks'] {
  const picks = new Set<number>(first === undefined ? [] : [first])
  while (picks.size < 3) picks.add(1 + Math.floor(next() ** 2 * PLAYERS))
  const [one = 0, two = 0, three = 0] = picks
  return [one, two, three]
}

function ballot(id: string, next: () => number, given: Partial<JudgedBallot> = {}): JudgedBallot {
  const isNew = next() < 0.35
  return {
    id,
    account: id,
    minute: 60 + Math.floor(next() * 90),
    picks: podium(next),
    ageHours: isNew ? Math.floor(next() * 3) : 200 + Math.floor(next() * 8_000),
    strength: 1 + Math.floor(next() * 4),
    earlierVotes: isNew ? 0 : 1 + Math.floor(next() * 30),
    mail: next() < 0.1 ? `small:${Math.floor(next() * 900)}` : 'popular',
    device: `device ${id}`,
    networks: [`home ${id}`, `provider ${Math.floor(next() * 200)}`, `provider ${Math.floor(next() * 10)}`],
    changes: next() < 0.3 ? 1 : 0,
    ...given,
  }
}

const times = (count: number, make: (index: number) => JudgedBallot) => Array.from({ length: count }, (_, i) => make(i))
const fans = (seed: number, count = 900) =>
  times(count, (index) => ballot(`fan ${seed}.${index}`, source('fan', seed, index)))

/** Accounts of a farm: three days old, without earlier ballots, each group of five on a network. */
const farm = (count: number, given: (index: number, next: () => number) => Partial<JudgedBallot>) =>
  times(count, (index) => {
    const next = source('farm', index)
    return ballot(`farm ${index}`, next, {
      ageHours: 60 + Math.floor(next() * 30),
      strength: 1,
      earlierVotes: 0,
      mail: 'popular',
      changes: 0,
      networks: [`farm ${Math.floor(index / 5)}`, `farm ${Math.floor(index / 5)}`, `provider ${index % 10}`],
      ...given(index, next),
    })
  })

const aside = (ballots: readonly JudgedBallot[], history: History = new Map()) =>
  findGroups(BallotTable.of(ballots, history)).flatMap((group) => group.ballots)
const PODIUM = [15, 19, 21] as const

/** The first player of a podium on another place. */
function moved([one, two, three]: JudgedBallot['picks'], place: number): JudgedBallot['picks'] {
  return place === 0 ? [one, two, three] : place === 1 ? [two, one, three] : [two, three, one]
}

describe('a farm next to 900 fans', () => {
  test.each([
    ['of one device', farm(30, () => ({ picks: PODIUM, ageHours: 0, device: 'one' })), 'device'],
    ['of one network', farm(30, () => ({ picks: PODIUM, ageHours: 0, networks: ['one', 'one', 'one'] })), 'network'],
    ['of one mail domain', farm(30, () => ({ picks: PODIUM, ageHours: 0, mail: 'small:one' })), 'mail_domain'],
    ['paced over networks and days', farm(40, () => ({ picks: PODIUM })), 'new_accounts'],
    ['that hides its player among other picks', farm(60, (_, next) => ({ picks: podium(next, 15) })), 'new_accounts'],
    [
      'that moves its player from place to place',
      farm(60, (index, next) => ({ picks: moved(podium(next, 15), index % 3) })),
      'new_accounts',
    ],
  ] as const)('%s is set aside, and no fan', (_, ballots, reason) => {
    const groups = findGroups(BallotTable.of([...fans(1), ...ballots], new Map()))
    const found = groups.flatMap((group) => group.ballots)
    expect(found.filter((id) => id.startsWith('fan'))).toEqual([])
    expect(found.length).toBeGreaterThanOrEqual(0.9 * ballots.length)
    expect(groups[0]?.reason).toBe(reason)
  })
})

describe('an honest crowd is not set aside', () => {
  const stand = (count: number) =>
    times(count, (index) => {
      const next = source('stand', index)
      const isNew = next() < 0.4
      const networks = ['stadium', 'stadium', 'stadium']
      const account = isNew ? { ageHours: 0, earlierVotes: 0 } : {}
      return ballot(`stand ${index}`, next, {
        networks,
        ...account,
        ...(next() < 0.5 ? { picks: podium(next, 4) } : {}),
      })
    })
  const club = (count: number) =>
    times(count, (index) => {
      const next = source('club', index)
      return ballot(`club ${index}`, next, { picks: podium(next, 12), minute: 90 + Math.floor(next() * 2) })
    })
  const equal = { picks: PODIUM, device: 'tablet', networks: ['living room', 'w', 'x'], ageHours: 0, earlierVotes: 0 }

  test.each([
    ['everybody', []],
    ['a small match', [], 15],
    ['a stand behind one network', stand(400)],
    ['a club that wants one player, two minutes after a push', club(120)],
    ['a family on one tablet', times(5, (index) => ballot(`family ${index}`, source('family', index), equal))],
    [
      'people of long standing who all vote for one cause',
      times(80, (index) =>
        ballot(`cause ${index}`, source('cause', index), { picks: PODIUM, earlierVotes: 20, ageHours: 5_000 }),
      ),
    ],
    ['a match without ballots', [], 0],
  ] as [string, JudgedBallot[], number?][])('%s', (_, crowd, others = 900) => {
    for (const seed of [1, 2, 3]) expect(aside([...fans(seed, others), ...crowd])).toEqual([])
  })

  test('a first match, on which all accounts are new, with a stand that likes the favourite better', () => {
    const newFans = (place: string, count: number, favourite: number) =>
      times(count, (index) => {
        const next = source(place, index)
        const picks = podium(next, next() < favourite ? 1 : undefined)
        const network = next() < 0.5 || place === 'stand' ? place : `home ${index}`
        return ballot(`${place} ${index}`, next, {
          picks,
          ageHours: 0,
          earlierVotes: 0,
          networks: [network, network, network],
        })
      })
    expect(aside([...newFans('everybody', 600, 0.5), ...newFans('stand', 400, 0.7)])).toEqual([])
  })

  test('that a farm frames by its picks, its moment and its networks', () => {
    const honest = club(120)
    const copies = farm(80, (index) => {
      const { picks, minute, networks } = honest[index] ?? ballot('none', source('none'))
      return { picks, minute, networks }
    })
    expect(aside([...fans(1), ...honest, ...copies]).filter((id) => id.startsWith('club'))).toEqual([])
  })
})

describe('accounts that act together over several matches', () => {
  /** Accounts with some history of their own, which vote for one podium on each match. */
  const together = (picks: JudgedBallot['picks'], earlierVotes: number) =>
    farm(40, (index) => ({ picks, earlierVotes, ageHours: 2_000 + index, networks: [`n${index}`, `w${index}`, 'x'] }))

  /** The history of fans and of these accounts after a number of common matches. */
  const togetherBefore = (matches: number): History => {
    const history = new Map<string, readonly Past[]>()
    for (let match = 0; match < matches; match += 1) {
      remember(history, match, [...fans(1), ...together([match + 9, 2, match + 1], match)], new Set())
    }
    return history
  }

  test('are not set aside if they vote on other matches too, as people do for a cause', () => {
    expect(aside([...fans(1), ...together(PODIUM, 12)], togetherBefore(7))).toEqual([])
  })

  test('are set aside although they have as much history as fans, with their reason', () => {
    const history = togetherBefore(7)
    const groups = findGroups(BallotTable.of([...fans(1), ...together(PODIUM, 7)], history))
    const [first] = groups
    expect(first?.reason).toBe('acted_together')
    expect(groups.flatMap((group) => group.ballots).filter((id) => id.startsWith('farm'))).toHaveLength(40)
    expect(groups.flatMap((group) => group.ballots).filter((id) => id.startsWith('fan'))).toEqual([])
  })

  test('are remembered for ten matches at most', () => {
    const history = new Map<string, readonly Past[]>()
    const [one] = fans(1, 1)
    for (let match = 1; match <= 12; match += 1) remember(history, match, one === undefined ? [] : [one], new Set())
    const past: readonly Past[] = history.get(one?.account ?? '') ?? []
    expect(past.map(({ match }) => match)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })
})

test('the order of the ballots changes nothing, and a ballot is in one group at most', () => {
  const ballots = [...fans(1, 300), ...farm(40, () => ({ picks: PODIUM }))]
  const expected = findGroups(BallotTable.of(ballots, new Map()))
  fc.assert(
    fc.property(fc.shuffledSubarray(ballots, { minLength: ballots.length }), (shuffled) => {
      expect(findGroups(BallotTable.of(shuffled, new Map()))).toEqual(expected)
    }),
    { numRuns: 10 },
  )
  const ids = expected.flatMap((group) => group.ballots)
  expect(new Set(ids).size).toBe(ids.length)
  expect(REASONS).toEqual(expect.arrayContaining(expected.map(({ reason }) => reason)))
})
