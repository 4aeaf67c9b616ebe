import type { VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { describe, expect, test } from 'vitest'
import type { Publication } from '../result/use-publication.ts'
import { bannerWords } from './vote-banner-words.ts'

const now = new Date('2026-03-14T20:00:00Z')
const match = {
  match_date: '2026-03-14T19:00:00Z',
  minute: 42,
  kickoff_hour_known: true,
  statusReason: null,
  postponedUntil: null,
}

/** The voting table of spec section 4. */
const TABLE: readonly (readonly [VotingState, picks: number, voice: string, title: string])[] = [
  ['upcoming', 0, 'shut', 'Match à venir'],
  ['postponed', 0, 'shut', 'Match reporté'],
  ['cancelled', 0, 'shut', 'Match annulé'],
  ['suspended', 0, 'shut', 'Match suspendu'],
  ['locked', 0, 'shut', 'Les votes ouvrent à la 60ème minute'],
  ['open_live', 0, 'open', 'Voter en direct'],
  ['open_after', 0, 'open', 'Votes ouverts - Plus que quelques minutes\u202f!'],
  ['closed', 0, 'shut', 'Votes clos'],
  ['open_live', 3, 'done', 'Vote effectué\u202f! Changer mon vote'],
  ['open_after', 3, 'done', 'Vote effectué\u202f! Changer mon vote'],
  ['closed', 3, 'shut', 'Votes clos'],
  ['suspended', 3, 'shut', 'Match suspendu'],
]

describe('the vote banner', () => {
  test.each(TABLE)('%s, %i picks', (state, picks, voice, title) => {
    expect(bannerWords(match, { state, picks, publication: 'published', lineups: true, now })).toMatchObject({
      voice,
      title,
    })
  })

  const hint = (
    state: VotingState,
    change: Partial<Parameters<typeof bannerWords>[0]> = {},
    publication: Publication = 'published',
  ) => bannerWords({ ...match, ...change }, { state, picks: 0, publication, lineups: true, now }).hint

  test.each([
    [59, 'Encore 1\u00a0minute de jeu.'],
    [42, 'Encore 18\u00a0minutes de jeu.'],
    [60, 'Encore 1\u00a0minute de jeu.'],
    [null, null],
  ])('says how long it is to the 60th minute: at %s', (minute, words) => {
    expect(hint('locked', { minute })).toBe(words)
  })

  test('says why a match is not played, and its new date', () => {
    const postponed = { statusReason: 'Terrain gelé', postponedUntil: '2026-03-16T12:15:00Z' }
    expect(hint('postponed', postponed)).toBe('Terrain gelé · Nouvelle date\u00a0: demain, 18\u00a0h')
    expect(hint('postponed', { ...postponed, kickoff_hour_known: false })).toContain(': demain')
    expect(hint('postponed')).toBeNull()
    expect(hint('cancelled', { statusReason: 'Forfait' })).toBe('Forfait')
    expect(hint('suspended')).toBe('Le vote reprend avec le match.')
  })

  test.each([
    ['open_live', 0, 'Touche un joueur pour le placer.'],
    ['open_live', 1, 'Ton vote n’est pas complet\u00a0: encore 2\u00a0joueurs.'],
    ['open_after', 2, 'Ton vote n’est pas complet\u00a0: encore 1\u00a0joueur.'],
    ['open_after', 0, null],
  ] as const)('an incomplete vote is invited to go on: %s, %i picks', (state, picks, words) => {
    expect(bannerWords(match, { state, picks, publication: 'early', lineups: true, now }).hint).toBe(words)
  })

  test.each([
    ['open_live', 'open'],
    ['open_after', 'open'],
  ] as const)('asks nobody to touch a player while there is none: %s', (state, voice) => {
    const words = bannerWords(match, { state, picks: 0, publication: 'early', lineups: false, now })
    expect(words).toMatchObject({ voice, hint: 'Tu pourras voter dès que les compositions seront là.' })
  })

  test('promises results only once they are published', () => {
    expect(hint('closed')).toBe('Les résultats sont publiés.')
    expect(hint('closed', {}, 'counting')).toBe('Le décompte final est en cours.')
    expect(hint('closed', {}, 'none')).toBe('Ce match n’a pas de résultat.')
  })
})
