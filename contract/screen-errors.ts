import { MAX_FOLLOWS } from '@tribune/domain/follows.ts'
import { PODIUM_SIZE } from '@tribune/domain/podium.ts'
import { VOTE_OPENING_MINUTE } from '@tribune/domain/voting-window.ts'

/**
 * Refusals that a screen foresees by the domain's rules, and shows without asking the server. Part of the closed list (errors.ts); separate, so that
 * screens need not bundle the rest of it.
 */
export const SCREEN_ERRORS = {
  // the voting window
  vote_upcoming: [409, `Ce match n’a pas commencé\u00a0: le vote ouvre à la ${VOTE_OPENING_MINUTE}ème minute.`],
  vote_locked: [409, `Les votes ouvrent à la ${VOTE_OPENING_MINUTE}ème minute.`],
  vote_closed: [409, 'Les votes sont clos pour ce match.'],
  vote_postponed: [409, 'Ce match est reporté.'],
  vote_cancelled: [409, 'Ce match est annulé.'],
  vote_suspended: [409, 'Ce match est suspendu.'],
  // the ballot
  ballot_empty: [422, 'Choisis au moins un joueur.'],
  ballot_too_many: [422, 'Un vote compte trois joueurs au plus.'],
  ballot_bad_position: [422, `Les places vont de 1 à ${PODIUM_SIZE}.`],
  ballot_repeated_position: [422, 'Chaque place ne peut être donnée qu’une fois.'],
  ballot_repeated_player: [422, 'Un joueur ne peut être choisi qu’une fois.'],
  ballot_unknown_player: [422, 'Ce joueur ne figure pas dans la composition du match.'],
  ballot_player_did_not_play: [422, 'Ce joueur n’a pas joué ce match.'],
  ballot_outdated: [409, 'Ton vote a changé ailleurs entre-temps. Choisis lequel garder.'],
  ballot_of_another: [409, 'Ce vote a été fait sous un autre compte.'],
  ballot_incomplete: [409, 'Ton vote n’est pas complet\u00a0: choisis trois joueurs.'],
  // the follows
  follows_full: [
    409,
    `Tu suis déjà ${MAX_FOLLOWS} clubs, joueurs et compétitions\u00a0: cesse d’en suivre un d’abord.`,
  ],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

/** Returns the French sentence of a foreseen refusal. */
export function screenSentence(code: keyof typeof SCREEN_ERRORS): string {
  return SCREEN_ERRORS[code][1]
}
