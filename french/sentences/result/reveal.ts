import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'

/** The moment in which a result is revealed. */
export const reveal = {
  title: 'Le podium est là',
  ratings: 'D’après les notes officielles',
  provisional: 'Résultat provisoire',
  hits: (hits: number) => `Ton podium\u00a0: ${hits} sur ${PODIUM_SIZE}`,
  exact: (hits: string) => `${hits}, dans l’ordre\u202f!`,
  place: (place: string, names: string) => `${place}\u00a0: ${names}`,
  other: 'autre',
  sentence: (text: string) => (text.endsWith('!') ? text : `${text}.`),
} as const
