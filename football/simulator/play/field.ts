import type { Player } from '../clubs/squads.ts'
import { at } from '../random.ts'
import type { Lineup, Place } from './lineup.ts'
import type { Incident, Side } from './play.ts'

/** The players of a side on the field and on the bench at some moment. */
export interface Field {
  readonly on: Place[]
  readonly bench: Place[]
  readonly booked: Set<number>
  substitutions: number
}

/** Returns both fields after these incidents. */
export function fieldsAfter(
  lineups: Readonly<Record<Side, Lineup>>,
  incidents: readonly Incident[],
): Record<Side, Field> {
  const fieldOf = (side: Side): Field => {
    const field: Field = {
      on: [...lineups[side].starters],
      bench: [...lineups[side].bench],
      booked: new Set(),
      substitutions: 0,
    }
    for (const one of incidents.filter((incident) => incident.side === side)) {
      if (one.type === 'subst' && one.other) swap(field, one.player, one.other)
      if (one.detail === 'Yellow Card') field.booked.add(one.player.id)
      if (one.detail === 'Red Card') remove(field.on, one.player)
    }
    return field
  }
  return { home: fieldOf('home'), away: fieldOf('away') }
}

export function remove(places: Place[], player: Player): Place | null {
  const index = places.findIndex((place) => place.player.id === player.id)
  return index < 0 ? null : at(places.splice(index, 1), 0)
}

export function swap(field: Field, off: Player, on: Player): void {
  const left = remove(field.on, off)
  const came = remove(field.bench, on)
  if (left && came) field.on.push({ ...came, position: left.position })
  field.substitutions += 1
}
