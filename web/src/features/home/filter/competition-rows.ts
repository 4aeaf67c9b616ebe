import type { HomeFixture } from '@tribune/contract/matches.ts'

export interface ListedCompetition {
  readonly id: number
  readonly name: string
  readonly logo: string | null
  readonly coefficient: number
  readonly matches: number
}

/** Lists every competition of the list once, highest coefficient first, with the number of its matches shown. */
export function topCompetitions(matches: readonly HomeFixture[], shown: ReadonlySet<HomeFixture>): ListedCompetition[] {
  const once = new Map<number, ListedCompetition>()
  for (const match of matches) {
    const known = once.get(match.competition_id)
    once.set(match.competition_id, {
      id: match.competition_id,
      name: match.competition_name,
      logo: match.competition_logo,
      coefficient: Math.max(known?.coefficient ?? 0, match.competition_coefficient),
      matches: (known?.matches ?? 0) + (shown.has(match) ? 1 : 0),
    })
  }
  return [...once.values()].sort(
    (one, other) => other.coefficient - one.coefficient || one.name.localeCompare(other.name, 'fr'),
  )
}
