import { parseArgs } from 'node:util'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { type JudgedBallot, judgedOf } from '@tribune/domain/integrity/ballots.ts'
import { type Past, remember } from '@tribune/domain/integrity/past.ts'
import { findGroups } from '@tribune/domain/integrity/rule.ts'
import { BallotTable } from '@tribune/domain/integrity/table.ts'
import { percentile, say } from './harness.ts'
import { FARMS, type Farm, farmBallots, farmers } from './integrity/farms.ts'
import { CROWDS, honestBallots } from './integrity/honest.ts'
import { Rates } from './integrity/rates.ts'
import { type Account, type MatchPlan, World } from './integrity/world.ts'

/**
 * `npm run bench:integrity -- --worlds 12 --seed 101` judges twelve worlds for each farm and share, from seed 101 on. `--without history` hides a part of the
 * evidence from the rule. `--honest` judges worlds without farms.
 */
const { values: options } = parseArgs({
  options: {
    worlds: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    without: { type: 'string' },
    honest: { type: 'boolean', default: false },
  },
})
const SEEDS = Array.from({ length: Number(options.worlds) }, (_, index) => Number(options.seed) + index)
const HOSTILE = [0.01, 0.05, 0.2, 0.5]
const HONEST_BALLOTS = [300, 1_000, 3_000, 8_000]
/** Matches of a world. A farm in lockstep votes on all of them, any other on the last. */
const MATCHES = 4
const MIN_FARM = 30
/** Match from which on a farm in lockstep must be found. */
const FIRST_LOCKSTEP = 3
const SEASON = Date.UTC(2026, 7, 1)

/** Functions that hide a part of the evidence, to show what that part is worth. */
const HIDDEN: Readonly<Record<string, (ballot: JudgedBallot) => JudgedBallot>> = {
  network: (ballot) => ({ ...ballot, networks: [null, null, null] }),
  device: (ballot) => ({ ...ballot, device: null }),
  mail: (ballot) => ({ ...ballot, mail: 'popular' }),
  age: (ballot) => ({ ...ballot, ageHours: 1_000 }),
  votes: (ballot) => ({ ...ballot, earlierVotes: 5 }),
  strength: (ballot) => ({ ...ballot, strength: 1 }),
  time: (ballot) => ({ ...ballot, minute: 100 }),
  changes: (ballot) => ({ ...ballot, changes: 0 }),
}
const { without } = options
const hide = HIDDEN[without ?? ''] ?? ((ballot: JudgedBallot) => ballot)
if (without !== undefined && without !== 'history' && !(without in HIDDEN)) {
  throw new Error(`--without ${without}: one of history, ${Object.keys(HIDDEN).join(', ')}`)
}

/** A farm, and the number of its ballots on a match. */
interface Attack {
  readonly farm: Farm
  readonly share: number
}

/** Generates the matches of a world in order. */
function* matchesOf(seed: number, attack: Attack | null) {
  const world = new World(seed)
  const honest = HONEST_BALLOTS[seed % HONEST_BALLOTS.length] ?? 0
  let accounts: readonly Account[] | null = null
  for (let match = 1; match <= MATCHES; match += 1) {
    const plan: MatchPlan = { match, kickoff: SEASON + match * 7 * DAY_MS, honest }
    const taste = world.taste(plan)
    const fans = honestBallots(world, plan, taste)
    if (attack === null || (attack.farm !== 'lockstep' && match < MATCHES)) {
      yield { match, fans, farm: null, farmed: [] }
      continue
    }
    const { farm } = attack
    accounts ??= farmers(world, plan, farm, sizeOf(attack, honest))
    const club = fans.filter(({ crowd }) => crowd === 'club').map(({ ballot }) => ballot)
    yield { match, fans, farm, farmed: farmBallots(world, plan, farm, accounts, taste, club) }
  }
}

/** Judges the matches of a world in order, and adds the outcome to the rates. */
function judgeWorld(seed: number, attack: Attack | null, rates: Rates): void {
  const history = new Map<string, readonly Past[]>()
  for (const { match, fans, farm, farmed } of matchesOf(seed, attack)) {
    const sent = [...fans.map(({ ballot }) => ballot), ...farmed]
    const ballots = sent.map((ballot) => hide(judgedOf(ballot)))
    const start = performance.now()
    const groups = findGroups(BallotTable.of(ballots, without === 'history' ? new Map() : history))
    rates.times.push(performance.now() - start)
    const aside = new Set(groups.flatMap((group) => group.ballots))
    for (const { ballot, crowd } of fans) {
      rates.add([farm === 'framing' ? `framed ${crowd}` : crowd, 'honest'], aside.has(ballot.id))
    }
    if (farm === null) rates.compare(sent, aside)
    else if (farm !== 'lockstep' || match >= FIRST_LOCKSTEP)
      for (const { id } of farmed) rates.add([farm], aside.has(id))
    remember(history, match, ballots, aside)
  }
}

function sizeOf({ share }: Attack, honest: number): number {
  return Math.max(MIN_FARM, Math.round((honest * share) / (1 - share)))
}

for (const share of options.honest ? [0] : HOSTILE) {
  const rates = new Rates()
  for (const farm of options.honest ? [null] : FARMS)
    for (const seed of SEEDS) judgeWorld(seed, farm === null ? null : { farm, share }, rates)
  say(`${100 * share} % hostile, set aside:`)
  if (!options.honest) say(`    ${rates.line(FARMS)}`)
  say(`    ${rates.line(['honest', ...CROWDS, 'framed club'])}`)
  say(
    `    honest matches whose first three changed: ${rates.changed} of ${rates.compared}; ` +
      `ms a match: median ${percentile(rates.times, 0.5).toFixed(0)}, longest ${percentile(rates.times, 1).toFixed(0)}`,
  )
}
