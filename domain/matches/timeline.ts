import { findPerson, type NamedPerson } from '../players/find-person.ts'
import { type EventType, isGoal, isKick, KICKS, type MatchEvent, type ReportedEvent } from './events.ts'

/** A player of the stored lineup. */
interface ListedPlayer {
  readonly player_id: number
  readonly player_name: string
  readonly side: 'home' | 'away'
  readonly is_starter: boolean
}

/** The stored match that events belong to. */
export interface TimelineMatch {
  readonly home_team_id: number
  readonly away_team_id: number
  readonly home_score: number | null
  readonly away_score: number | null
  /** Whether penalties decided it. */
  readonly shootout: boolean
}

/** The feed's other ids of persons in the lineup (docs/decisions/079). */
interface Alias {
  readonly alias: number
  readonly player: number
}

/** The last minute of extra time, which the feed also gives to all kicks of a shoot-out. */
const LAST_MINUTE = 120
const SIDES = ['home', 'away'] as const

/**
 * Returns a feed's events by the lineup and the score, in the order of play. Persons are found by id or, where the feed has none, by name. Of a
 * substitution the player who is on the field goes off, whichever the feed names first. A yellow and a red card at once are a second yellow card. Goals
 * that the video referee annulled are left out, if the feed still lists them, and so are penalties of a shoot-out among the goals: the score decides.
 */
export function matchTimeline(
  reported: readonly ReportedEvent[],
  match: TimelineMatch,
  players: readonly ListedPlayer[],
  aliases: readonly Alias[],
): MatchEvent[] {
  const sheet = new Sheet(match, players, aliases)
  const read = reported.flatMap((event) => sheet.eventOf(event) ?? [])
  const ordered = withoutRepeats(read).toSorted(byMoment)
  return inDirection(withKicks(withoutAnnulled(joinCards(ordered), match), match), players).toSorted(byMoment)
}

/** Kicks come last, in the feed's order. */
function byMoment(one: MatchEvent, other: MatchEvent): number {
  const kicks = Number(isKick(one.type)) - Number(isKick(other.type))
  return kicks || one.minute - other.minute || (one.extra ?? 0) - (other.extra ?? 0)
}

/** The people of a match, by side. */
class Sheet {
  readonly #match: TimelineMatch
  readonly #players: ReadonlyMap<number, ListedPlayer>
  readonly #aliases: ReadonlyMap<number, number>

  constructor(match: TimelineMatch, players: readonly ListedPlayer[], aliases: readonly Alias[]) {
    this.#match = match
    this.#players = new Map(players.map((player) => [player.player_id, player]))
    this.#aliases = new Map(aliases.map(({ alias, player }) => [alias, player]))
  }

  /** Returns `null` for an event of neither side. */
  eventOf({ team_id, type, player, other, minute, extra }: ReportedEvent): MatchEvent | null {
    const named = this.#sideOf(team_id)
    const isOwn = type === 'own_goal'
    const person = this.#find(player, isOwn ? null : named)
    const theirs = this.#players.get(person?.id ?? 0)?.side ?? null
    const team = isOwn && theirs !== null ? opponent(theirs) : (named ?? theirs)
    if (team === null) return null
    return { minute, extra, type, team, player: person, assist: this.#find(other, named) }
  }

  #sideOf(teamId: number): MatchEvent['team'] | null {
    if (teamId === this.#match.home_team_id) return 'home'
    return teamId === this.#match.away_team_id ? 'away' : null
  }

  /** Finds a person in the lineup of a side, or of both; somebody who is not listed has no id. */
  #find(reported: NamedPerson, side: MatchEvent['team'] | null): NamedPerson | null {
    const id = reported.id === null ? null : (this.#aliases.get(reported.id) ?? reported.id)
    const people = [...this.#players.values()]
      .filter((player) => side === null || player.side === side || player.player_id === id)
      .map(({ player_id, player_name }) => ({ id: player_id, names: [player_name] }))
    const found = findPerson({ id, name: reported.name }, people)
    if (found !== null) return { id: found, name: this.#players.get(found)?.player_name ?? reported.name }
    return reported.name === '' ? null : { id: null, name: reported.name }
  }
}

function opponent(side: MatchEvent['team']): MatchEvent['team'] {
  return side === 'home' ? 'away' : 'home'
}

const whoOf = (person: NamedPerson | null) => (person === null ? '' : (person.id ?? person.name))

/** The moment, side and player of an event. */
const actOf = ({ minute, extra, team, player }: MatchEvent) => [minute, extra, team, whoOf(player)].join(' ')

/** Leaves out events that the feed lists twice. A shoot-out may have several kicks of a player. */
function withoutRepeats(events: readonly MatchEvent[]): MatchEvent[] {
  const seen = new Set<string>()
  return events.filter((event) => {
    const key = `${event.type} ${actOf(event)} ${whoOf(event.assist)}`
    if (event.player === null || isKick(event.type)) return true
    return seen.size < seen.add(key).size
  })
}

/** Joins a yellow and a red card of a player at one moment to a second yellow card. */
function joinCards(events: readonly MatchEvent[]): MatchEvent[] {
  const cards = (...types: EventType[]) =>
    new Set(events.filter(({ type, player }) => player !== null && types.includes(type)).map(actOf))
  const [yellows, reds, seconds] = [cards('yellow', 'second_yellow'), cards('red'), cards('second_yellow')]
  return events.flatMap((event) => {
    const act = actOf(event)
    if (event.type === 'red' && yellows.has(act)) return seconds.has(act) ? [] : [{ ...event, type: 'second_yellow' }]
    if (event.type === 'yellow' && (reds.has(act) || seconds.has(act))) return []
    return [event]
  })
}

/** The score of a side, `null` if unknown, and the goals among the events that it has. */
function scoreOf(match: TimelineMatch, side: MatchEvent['team']): number | null {
  return side === 'home' ? match.home_score : match.away_score
}

const goalsOf = (events: readonly MatchEvent[], side: MatchEvent['team']) =>
  events.filter(({ type, team }) => team === side && isGoal(type))

/** Leaves out goals that a decision annulled: the latest of its player, or of its side if it names none. Most feeds have deleted them already. */
function withoutAnnulled(events: readonly MatchEvent[], match: TimelineMatch): MatchEvent[] {
  let left = [...events]
  for (const decision of events.filter(({ type }) => type === 'annulled_goal')) {
    const score = scoreOf(match, decision.team)
    const goals = goalsOf(left, decision.team)
    if (score === null || goals.length <= score) continue
    const before = goals.filter((goal) => byMoment(goal, decision) <= 0)
    const theirs = before.filter(({ player }) => whoOf(player) === whoOf(decision.player))
    const taken = theirs.at(-1) ?? before.at(-1)
    left = left.filter((event) => event !== taken)
  }
  return left
}

/** Makes penalties in the last minute kicks of the shoot-out, but those that the score needs: some feeds do not set them apart. */
function withKicks(events: readonly MatchEvent[], match: TimelineMatch): MatchEvent[] {
  if (!match.shootout) return [...events]
  const doubtful = events.filter(({ type, minute }) => KICKS[type] !== undefined && minute >= LAST_MINUTE)
  const needed = SIDES.flatMap((side) => {
    const theirs = goalsOf(doubtful, side)
    const others = goalsOf(events, side).length - theirs.length
    return theirs.slice(0, Math.max(0, (scoreOf(match, side) ?? 0) - others))
  })
  const kicks = new Set(doubtful.filter((event) => !needed.includes(event)))
  return events.map((event) => (kicks.has(event) ? { ...event, type: KICKS[event.type] ?? event.type } : event))
}

/** Puts the player who goes off first, and the one who comes on second. */
function inDirection(events: readonly MatchEvent[], players: readonly ListedPlayer[]): MatchEvent[] {
  const onField = new Set(players.filter(({ is_starter }) => is_starter).map((one) => one.player_id))
  return events.map((event) => {
    if (event.type !== 'substitution') return event
    const [player, assist] = directionOf(event.player, event.assist, ({ id }) => id !== null && onField.has(id))
    if (player?.id != null) onField.delete(player.id)
    if (assist?.id != null) onField.add(assist.id)
    return { ...event, player, assist }
  })
}

/**
 * Returns who leaves and who enters, of the two whom a substitution names: most feeds name first the player who leaves, but the one who is on the field
 * leaves. A single player who is not on the field enters for an unknown one.
 */
export function directionOf<Person>(
  player: Person | null,
  other: Person | null,
  isOn: (person: Person) => boolean,
): readonly [leaving: Person | null, entering: Person | null] {
  if (player !== null && isOn(player)) return [player, other]
  return other === null || isOn(other) ? [other, player] : [player, other]
}
