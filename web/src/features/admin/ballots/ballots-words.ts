import type { AsideGroup, BallotMatch, BallotStanding, SharedByBallots } from '@tribune/contract/operator/ballots.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { count, percent, plural } from '@tribune/french/format/numbers.ts'
import { ages, shared, strengths, ballots as words } from '@tribune/french/sentences/operator/ballots.ts'

/** Returns the title of a group: what its ballots share. */
export function sharedWords({
  dimension,
  account,
  domain,
  minute,
}: SharedByBallots | Pick<AsideGroup, keyof SharedByBallots>): string {
  if (account !== null) return shared.account(ages[account.age], strengths[account.strength])
  if (domain !== null) return shared.mail_domain(domain)
  if (minute !== null) return shared.podium_minute(shortDay(minute), hour(minute))
  const title = shared[dimension]
  return typeof title === 'string' ? title : shared.domain
}

/** « 1 001 bulletins ». */
export function ballotsWords(ballots: number): string {
  return plural(ballots, words.ballot)
}

/** « 1 001 bulletins, 45 % des bulletins comptés ». */
export function shareWords(ballots: number, all: number): string {
  const share = all === 0 ? 0 : ballots / all
  return words.share(ballotsWords(ballots), Math.round(share * 100) < 1 ? words.lessThanOne : percent(share))
}

/** « 1 203 bulletins comptés, 1 001 mis de côté », as fans read it. */
export function figureWords(counted: number, aside: number): string {
  return words.figures(plural(counted, ...words.counted), count(aside))
}

/** Returns whether two results have the same first players on the same ranks. */
export function isSameResult(one: BallotStanding, other: BallotStanding): boolean {
  const places = ({ source, first }: BallotStanding) =>
    JSON.stringify([source, first.map(({ player_id, rank }) => [player_id, rank])])
  return places(one) === places(other)
}

/** Returns the sentences about pending decisions of the operator on a match. */
export function decisionWords({ provisional_until, reviews }: BallotMatch): string[] {
  return [
    ...(provisional_until === null ? [] : [words.provisional(shortDay(provisional_until), hour(provisional_until))]),
    ...(reviews === 0 ? [] : [words.reviews(plural(reviews, ...words.review))]),
  ]
}

/** Returns who set a group aside, who asks for a review, and whether the operator has confirmed it. */
export function originWords({ rule, reviews, confirmed }: AsideGroup): string[] {
  return [
    ...(rule === null ? [] : [words.byRule(rule)]),
    ...(reviews === 0 ? [] : [plural(reviews, ...words.review)]),
    ...(confirmed ? [words.confirmed] : []),
  ]
}
