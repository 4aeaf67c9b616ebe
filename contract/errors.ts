import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { VOTE_OPENING_MINUTE } from '@tribune/domain/ballots/voting-window.ts'
import { MAX_FOLLOWS } from '@tribune/domain/home/follows.ts'
import { REOPENING_DAYS } from '@tribune/domain/season/dates.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'

/**
 * The closed list of refusals: code, HTTP status, French sentence. Server and web share it, so a code without a sentence does not compile.
 * The sentences of spec sections 5 and 8 are verbatim.
 */
export const ERRORS = {
  // the caller
  not_authenticated: [401, 'Connecte-toi pour continuer.'],
  identity_not_verified: [
    403,
    'Confirme ton adresse e-mail avant de voter\u00a0: le lien est dans ta boîte de réception.',
  ],
  wallet_alone: [
    403,
    'Un portefeuille ne suffit pas pour voter\u00a0: ajoute ton téléphone, Google ou Apple dans ton profil.',
  ],
  sign_in_again: [403, 'Par sécurité, reconnecte-toi avant de continuer.'],
  too_many_attempts: [429, 'Trop d’essais. Réessaie dans un quart d’heure, ou demande un lien de connexion.'],
  invalid_password: [400, 'Ce mot de passe n’est pas le bon.'],
  password_too_short: [400, `⚠️ Le mot de passe doit faire au moins ${PASSWORD_MIN_LENGTH} caractères`],
  password_guessable: [400, 'Ce mot de passe est trop facile à deviner. Choisis-en un autre.'],
  password_unjudged: [429, 'Ton mot de passe n’a pas pu être vérifié. Réessaie dans un instant.'],
  password_leaked: [400, 'Ce mot de passe figure dans une fuite de données connue. Choisis-en un autre.'],
  password_needs_email: [409, 'Un mot de passe va avec une adresse e-mail confirmée, et ton compte n’en a pas.'],
  last_way_in: [409, 'C’est ta seule façon de te connecter\u00a0: ajoutes-en une autre d’abord.'],
  factor_needs_phone: [409, 'Ta double vérification passe par ce téléphone\u00a0: désactive-la d’abord.'],
  operator_sign_in: [
    403,
    'L’administration demande ton mot de passe, ou un code reçu par e-mail. Reconnecte-toi ainsi.',
  ],
  second_factor_required: [403, 'L’administration demande une double vérification. Active-la dans ton profil.'],
  admin_only: [403, 'Cette action est réservée à l’administrateur.'],
  foreign_origin: [403, 'Cette demande vient d’un autre site. Ouvre Tribune et réessaie.'],
  // the request
  invalid_request: [400, 'Cette demande n’est pas valable.'],
  invalid_match_id: [400, 'Identifiant de match invalide.'],
  body_too_large: [413, 'Cette demande est trop volumineuse.'],
  unsupported_media: [415, 'Ce format n’est pas accepté.'],
  range_not_satisfiable: [416, 'Cette partie du fichier n’existe pas.'],
  app_outdated: [426, 'Mets Tribune à jour pour continuer\u00a0: cette version est trop ancienne.'],
  wrong_host: [421, 'Tribune n’est pas à cette adresse.'],
  not_found: [404, 'Cette page n’existe pas.'],
  method_not_allowed: [405, 'Cette opération n’existe pas.'],
  match_not_found: [404, 'Ce match n’existe pas.'],
  player_not_found: [404, 'Ce joueur n’existe pas.'],
  competition_not_found: [404, 'Cette compétition n’existe pas.'],
  season_not_found: [404, 'Cette saison n’existe pas.'],
  too_many_requests: [429, 'Trop de demandes en peu de temps. Réessaie dans un instant.'],
  match_published: [409, 'Le résultat de ce match est publié\u00a0: il ne change plus.'],
  minute_not_played: [409, 'Cette minute n’a pas encore pu être jouée.'],
  nothing_to_replay: [409, 'Ce match n’a pas commencé\u00a0: il n’y a rien à rejouer.'],
  course_unchanged: [409, 'Ce match est déjà à cet état.'],
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
  // the notifications
  push_service_unknown: [
    422,
    'Ton navigateur reçoit ses notifications par un service que nous ne connaissons pas. Essaie avec un autre.',
  ],
  // the operator
  changed_meanwhile: [412, 'Cela a changé entre-temps\u00a0: rien n’est enregistré. Relis avant de décider.'],
  player_already_merged: [409, 'Un de ces joueurs est déjà réuni avec un autre\u00a0: annule d’abord cette réunion.'],
  merge_not_found: [404, 'Ces joueurs ne sont plus réunis.'],
  no_finished_match: [404, 'Aucun match terminé à recalculer.'],
  no_marked_match: [404, 'Aucun match n’attend d’être recalculé.'],
  history_filling: [409, 'Les matchs passés arrivent encore. Réessaie dans quelques minutes.'],
  no_recalculation: [409, 'Aucun recalcul n’est en cours.'],
  no_competition: [409, 'Aucune compétition n’est affichée\u00a0: le match de démonstration n’aurait pas la sienne.'],
  coefficient_out_of_bounds: [
    422,
    'Le coefficient d’un match sortirait de ses limites (0,01 à 99 999,99)\u00a0: rien n’a changé.',
  ],
  propagation_matches: [500, 'Les matchs n’ont pas pu recevoir leur coefficient\u00a0: rien n’a changé. Réessaie.'],
  competition_not_proposed: [
    409,
    'Une de ces compétitions n’est d’aucun pays de la proposition\u00a0: rien n’a changé.',
  ],
  team_not_found: [404, 'Ce club n’existe pas.'],
  derby_exists: [409, 'Ces deux clubs sont déjà un derby.'],
  derby_not_found: [404, 'Ces deux clubs ne sont pas, ou plus, un derby.'],
  derbies_full: [409, 'La liste des derbys est pleine\u00a0: retires-en un d’abord.'],
  ballots_still_change: [409, 'Le vote de ce match n’est pas clos\u00a0: ses bulletins changent encore.'],
  match_season_over: [409, 'La saison de ce match est terminée\u00a0: son résultat ne change plus.'],
  ballot_group_unknown: [404, 'Ce groupe de bulletins n’existe pas, ou plus. Relis la liste.'],
  audit_unknown: [404, 'Cette pièce du registre public n’existe pas, ou pas encore.'],
  audit_no_ballot: [404, 'Ton bulletin n’est pas dans le registre de ce match.'],
  ballot_counts: [409, 'Ton bulletin compte\u00a0: il n’y a rien à réexaminer.'],
  review_over: [409, 'Le réexamen n’est plus possible\u00a0: les indices de ce match sont effacés.'],
  result_stands: [409, 'Ce résultat est déjà définitif, et aucun réexamen n’est demandé.'],
  ballot_group_small: [409, 'Un groupe de moins de trois bulletins ne se met pas de côté.'],
  notice_times: [422, 'Une annonce finit après son début, dans l’avenir, et dans un mois au plus.'],
  season_dates: [422, 'Ces dates ne font pas une saison\u00a0: du premier au dernier jour, deux ans au plus.'],
  season_overlap: [409, 'Ces dates recouvrent une autre saison.'],
  season_name_taken: [409, 'Une autre saison porte déjà ce nom et ce libellé.'],
  season_loses_matches: [409, 'Des matchs publiés ne compteraient plus dans aucune saison.'],
  season_not_reopenable: [
    409,
    `Seule la dernière saison terminée peut être rouverte, dans les ${REOPENING_DAYS} jours.`,
  ],
  voting_right_closed: [403, 'Ton droit de vote est fermé. La raison est dans ton profil.'],
  fan_not_found: [404, 'Aucun compte ne correspond exactement.'],
  own_voting_right: [409, 'Tu ne peux pas fermer ton propre droit de vote.'],
  voting_right_open: [409, 'Le droit de vote de ce compte est déjà ouvert.'],
  own_account: [409, 'Ton propre compte ne se supprime pas ici, mais dans ton profil.'],
  reason_names_fan: [
    422,
    'La raison contient l’adresse ou le numéro du supporter, et le journal la garde\u00a0: retire-les.',
  ],
  // the system
  captcha_unavailable: [503, 'La vérification anti-robot ne répond pas. Réessaie dans un instant.'],
  feed_unavailable: [503, 'Les données du match n’ont pas pu être lues. Réessaie dans un instant.'],
  busy: [503, 'Le service est très sollicité. Réessaie dans un instant.'],
  outcome_unknown: [
    503,
    'La réponse du serveur s’est perdue\u00a0: c’est peut-être enregistré, peut-être pas. Réessaie dans un instant.',
  ],
  internal: [500, 'Une erreur est survenue. Réessaie dans un instant.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

/** One code of the closed list. */
export type ErrorCode = keyof typeof ERRORS

/** Returns the HTTP status of a refusal. */
export function statusOf(code: ErrorCode): number {
  return ERRORS[code][0]
}

/** Returns the French sentence of a refusal. */
export function sentenceOf(code: ErrorCode): string {
  return ERRORS[code][1]
}

/** Returns whether a text received over HTTP is a code of the list. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text)
}

/** Origins of a change of what the operator saw: the operator elsewhere, the provider, or the product itself. */
export const CHANGERS = ['operator', 'feed', 'system'] as const

/** Fields that `changed_meanwhile` adds: the state now, `null` if there is none any more, and when and by whom it changed, `null` if unknown. */
export interface Change {
  readonly current: Readonly<Record<string, unknown>> | null
  readonly changed_at: string | null
  readonly by: (typeof CHANGERS)[number]
}

/** Body of every refusal. `id` identifies the request in the server's log. */
export interface Refusal {
  error: { code: ErrorCode; message: string; id: string } & Partial<Change>
}
