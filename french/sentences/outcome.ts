import { POINT_SCALE } from '@tribune/domain/results/points.ts'

/** Outcome of a match for a player, on its own screen and on theirs: sentences of spec section 2, and two for what it does not name. */
export const outcome = {
  absent: 'N’a pas joué',
  outside: `Hors top ${POINT_SCALE.length}`,
  pending: 'Résultat à venir',
  unranked: 'Sans classement',
  rank: (rank: string) => `#${rank} du match`,
} as const
