import { describe, expect, it } from 'vitest'
import { allTeams, clubsOf, EUROPEAN_SIDES, findTeam } from './clubs.ts'
import { LEAGUES } from './competitions.ts'
import { Squads } from './squads.ts'

const squads = new Squads('tribune')
const clubs = allTeams().filter((team) => !team.national)

describe('the clubs', () => {
  it('number 18 to 20 per league, each with a distinct name', () => {
    for (const league of LEAGUES) expect([18, 20]).toContain(clubsOf(league.id).length)
    const names = allTeams().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(allTeams().map(({ id }) => id)).size).toBe(names.length)
  })

  it('include two of one city in each league, for a derby', () => {
    for (const league of LEAGUES) {
      const cities = clubsOf(league.id).map(({ city }) => city)
      expect(cities.length - new Set(cities).size).toBe(1)
    }
  })
})

describe('the squads', () => {
  it('have 24 to 26 players with distinct shirt numbers and names, three of them goalkeepers', () => {
    for (const club of clubs) {
      const squad = squads.of(club)
      expect(squad.length).toBeGreaterThanOrEqual(24)
      expect(squad.length).toBeLessThanOrEqual(26)
      expect(new Set(squad.map(({ shirt }) => shirt)).size).toBe(squad.length)
      expect(new Set(squad.map(({ name }) => name.short)).size).toBe(squad.length)
      expect(squad.filter(({ position }) => position === 'G')).toHaveLength(3)
    }
  })

  it('give every player in the world a distinct id', () => {
    const ids = clubs.flatMap((club) => squads.of(club).map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('share their internationals with the national side, with the same id and name', () => {
    const france = EUROPEAN_SIDES.find(({ country }) => country === 'France')
    const called = france ? squads.of(france) : []
    expect(called).toHaveLength(24)
    expect(new Set(called.map(({ id }) => id)).size).toBe(24)
    for (const player of called) {
      const club = findTeam(Math.floor(player.id / 100))
      expect(club?.country).toBe('France')
      expect(club && squads.of(club).find(({ id }) => id === player.id)?.name).toEqual(player.name)
    }
  })

  it('include double names, accents and players known by one name', () => {
    const names = clubs.flatMap((club) => squads.of(club).map(({ name }) => name))
    expect(names.some(({ full }) => full.length > 26)).toBe(true)
    expect(names.some(({ full }) => /[àâçéèêëíîïñóôöúûüşğ]/i.test(full))).toBe(true)
    expect(names.some(({ full, short }) => full === short)).toBe(true)
  })

  it('differ for another seed', () => {
    const [club] = clubsOf(61)
    if (!club) throw new Error('no club')
    expect(new Squads('other').of(club)).not.toEqual(squads.of(club))
    expect(new Squads('tribune').of(club)).toEqual(squads.of(club))
  })
})
