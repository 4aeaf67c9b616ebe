import { describe, expect, test } from 'vitest'
import { type Absence, minutesAfter, nextAbsences, type ReadPlayer } from './did-not-play.ts'

const HOME = 1
const AWAY = 2
/** The player whom the tables are about. */
const HIM = 7
const at = (minute: number) => new Date(Date.UTC(2026, 2, 14, 20, minute))

/** A home side of which `playing` others have minutes; he has `minutes`, or is not listed. */
function side(minutes: number | null | 'unlisted', playing = 11): ReadPlayer[] {
  const others = Array.from({ length: playing }, (_, index) => ({ player_id: 100 + index, team_id: HOME, minutes: 60 }))
  return minutes === 'unlisted' ? others : [...others, { player_id: HIM, team_id: HOME, minutes }]
}
const away: ReadPlayer[] = [{ player_id: 200, team_id: AWAY, minutes: 60 }]

/** Applies readings one minute apart. */
function after(readings: readonly (readonly ReadPlayer[])[]): Absence | undefined {
  let absences: Absence[] = []
  let lineup: ReadPlayer[] = []
  readings.forEach((reading, minute) => {
    absences = nextAbsences({ absences, lineup }, reading, at(minute))
    lineup = [...lineup.filter(({ team_id }) => !reading.some((player) => player.team_id === team_id)), ...reading]
  })
  return absences.find(({ player_id }) => player_id === HIM)
}

describe('a player', () => {
  test.each<[readings: string, sides: (readonly ReadPlayer[])[], verdict: 'played' | 'doubtful' | 'did not play']>([
    ['20 minutes', [side(20)], 'played'],
    ['20, then 0', [side(20), side(0)], 'doubtful'],
    ['20, then 0 twice', [side(20), side(0), side(0)], 'did not play'],
    ['20, 0, then 22', [side(20), side(0), side(22)], 'played'],
    ['20, 0, 22, then 0', [side(20), side(0), side(22), side(0)], 'doubtful'],
    ['none while eleven have some, once', [side(20), side(null)], 'doubtful'],
    ['none while eleven have some, twice', [side(20), side(null), side(null)], 'did not play'],
    ['none while ten have some', [side(20, 10), side(null, 10), side(null, 10)], 'played'],
    ['0 while ten have some', [side(0, 10), side(0, 10)], 'did not play'],
    ['20, then left out once', [side(20), side('unlisted')], 'doubtful'],
    ['20, then left out twice', [side(20), side('unlisted'), side('unlisted')], 'did not play'],
    ['left out, then 0', [side(20), side('unlisted'), side(0)], 'did not play'],
    ['0, then none while eleven have some', [side(20), side(0), side(null)], 'did not play'],
    ['left out, then listed with minutes', [side(20), side('unlisted'), side('unlisted'), side(30)], 'played'],
    ['left out, then listed without a word', [side(20), side('unlisted'), side(null, 5)], 'played'],
    ['left out twice by sheets of the other side', [side(20), away, away], 'played'],
    ['0, then a sheet of the other side', [side(20), side(0), away], 'doubtful'],
    ['0 twice, then a sheet of the other side', [side(0), side(0), away], 'did not play'],
    ['0 twice, then a minute', [side(0), side(0), side(1)], 'played'],
    ['never listed', [side('unlisted'), side('unlisted')], 'played'],
  ])('of whom readings say: %s', (_readings, sides, verdict) => {
    const absence = after(sides)
    const found = absence === undefined ? 'played' : absence.confirmed_at === null ? 'doubtful' : 'did not play'
    expect(found).toBe(verdict)
  })

  test('is not struck by one reading that is applied twice', () => {
    const lineup = side(20)
    const once = nextAbsences({ absences: [], lineup }, side(0), at(1))
    expect(nextAbsences({ absences: once, lineup }, side(0), at(1))).toEqual(once)
  })

  test('with one of our own ids is not struck by minutes that the feed leaves out', () => {
    const unknown = [...side('unlisted'), { player_id: -HIM, team_id: HOME, minutes: null }]
    const once = nextAbsences({ absences: [], lineup: unknown }, unknown, at(1))
    expect(nextAbsences({ absences: once, lineup: unknown }, unknown, at(2))).toEqual([])
  })

  test('keeps the moments of the two readings that agreed', () => {
    expect(after([side(20), side(0), side(0), side(0)])).toEqual({
      player_id: HIM,
      team_id: HOME,
      since: at(1),
      confirmed_at: at(2),
    })
  })
})

describe('the minutes to store', () => {
  const absent = (confirmed_at: Date | null): Absence => ({ player_id: HIM, team_id: HOME, since: at(1), confirmed_at })
  test.each<
    [what: string, read: number | null, stored: number | null, absence: Absence | undefined, next: number | null]
  >([
    ['are those of the reading', 30, 20, undefined, 30],
    ['stay where the reading has none', null, 20, undefined, 20],
    ['stay while only one reading withdraws them', 0, 20, absent(null), 20],
    ['stay while one reading has none of a full side', null, 20, absent(null), 20],
    ['are 0 once two readings agree', null, 20, absent(at(2)), 0],
    ['are 0 from the first sheet of a substitute', 0, null, absent(null), 0],
    ['are unknown on the first sheet without them', null, null, absent(null), null],
  ])('%s', (_what, read, stored, absence, next) => {
    expect(minutesAfter(read, stored, absence)).toBe(next)
  })
})
