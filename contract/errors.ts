/**
 * The closed list of refusals: code, HTTP status, French sentence. Server answers and the web's catalogue both read it,
 * so a code without a sentence does not compile. Sentences of spec sections 5 and 8 stand to the letter.
 */
export const ERRORS = {
  // who is asking
  not_authenticated: [401, 'Connecte-toi pour continuer.'],
  identity_not_verified: [403, 'Confirme ton adresse e-mail avant de voter : le lien est dans ta boîte de réception.'],
  wallet_alone: [
    403,
    'Un portefeuille ne suffit pas pour voter : ajoute ton téléphone, Google ou Apple dans ton profil.',
  ],
  sign_in_again: [403, 'Par sécurité, reconnecte-toi avant de continuer.'],
  too_many_attempts: [429, 'Trop d’essais. Réessaie dans un quart d’heure, ou demande un lien de connexion.'],
  invalid_password: [400, 'Ce mot de passe n’est pas le bon.'],
  password_too_short: [400, '⚠️ Le mot de passe doit faire au moins 6 caractères'],
  password_guessable: [400, 'Ce mot de passe est trop facile à deviner. Choisis-en un autre.'],
  password_unjudged: [429, 'Ton mot de passe n’a pas pu être vérifié. Réessaie dans un instant.'],
  password_leaked: [400, 'Ce mot de passe figure dans une fuite de données connue. Choisis-en un autre.'],
  password_needs_email: [409, 'Un mot de passe va avec une adresse e-mail confirmée, et ton compte n’en a pas.'],
  last_way_in: [409, 'C’est ta seule façon de te connecter : ajoutes-en une autre d’abord.'],
  factor_needs_phone: [409, 'Ta double vérification passe par ce téléphone : désactive-la d’abord.'],
  operator_sign_in: [
    403,
    'L’administration demande ton mot de passe, ou un code reçu par e-mail. Reconnecte-toi ainsi.',
  ],
  second_factor_required: [403, 'L’administration demande une double vérification. Active-la dans ton profil.'],
  admin_only: [403, 'Cette action est réservée à l’administrateur.'],
  foreign_origin: [403, 'Cette demande vient d’un autre site. Ouvre Tribune et réessaie.'],
  // what was asked
  invalid_request: [400, 'Cette demande n’est pas valable.'],
  invalid_match_id: [400, 'Identifiant de match invalide.'],
  body_too_large: [413, 'Cette demande est trop volumineuse.'],
  unsupported_media: [415, 'Ce format n’est pas accepté.'],
  range_not_satisfiable: [416, 'Cette partie du fichier n’existe pas.'],
  wrong_host: [421, 'Tribune n’est pas à cette adresse.'],
  not_found: [404, 'Cette page n’existe pas.'],
  method_not_allowed: [405, 'Cette opération n’existe pas.'],
  match_not_found: [404, 'Ce match n’existe pas.'],
  player_not_found: [404, 'Ce joueur n’existe pas.'],
  competition_not_found: [404, 'Cette compétition n’existe pas.'],
  too_many_requests: [429, 'Trop de demandes en peu de temps. Réessaie dans un instant.'],
  match_published: [409, 'Le résultat de ce match est publié : il ne change plus.'],
  course_impossible: [409, 'Ce match ne peut pas passer à cet état.'],
  // the window
  vote_upcoming: [409, 'Ce match n’a pas commencé : le vote ouvre à la 60ème minute.'],
  vote_locked: [409, 'Les votes ouvrent à la 60ème minute.'],
  vote_closed: [409, 'Les votes sont clos pour ce match.'],
  vote_postponed: [409, 'Ce match est reporté.'],
  vote_cancelled: [409, 'Ce match est annulé.'],
  vote_suspended: [409, 'Ce match est suspendu.'],
  // the ballot
  ballot_empty: [422, 'Choisis au moins un joueur.'],
  ballot_too_many: [422, 'Un vote compte trois joueurs au plus.'],
  ballot_bad_position: [422, 'Les places vont de 1 à 3.'],
  ballot_repeated_position: [422, 'Chaque place ne peut être donnée qu’une fois.'],
  ballot_repeated_player: [422, 'Un joueur ne peut être choisi qu’une fois.'],
  ballot_unknown_player: [422, 'Ce joueur ne figure pas dans la composition du match.'],
  ballot_player_did_not_play: [422, 'Ce joueur n’a pas joué ce match.'],
  ballot_incomplete: [409, 'Ton vote n’est pas complet : choisis trois joueurs.'],
  // the machine
  challenge_unavailable: [503, 'La vérification anti-robot ne répond pas. Réessaie dans un instant.'],
  feed_unavailable: [503, 'Les données du match n’ont pas pu être lues. Réessaie dans un instant.'],
  busy: [503, 'Le service est très sollicité. Réessaie dans un instant.'],
  internal: [500, 'Une erreur est survenue. Réessaie dans un instant.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

/** One code of the closed list. */
export type ErrorCode = keyof typeof ERRORS

/** HTTP status of a refusal. */
export function statusOf(code: ErrorCode): number {
  return ERRORS[code][0]
}

/** French sentence of a refusal. */
export function sentenceOf(code: ErrorCode): string {
  return ERRORS[code][1]
}

/** Whether a text received over HTTP is a code of the list. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text)
}

/** Body of every refusal. `id` is findable in the server's log; `detail` only ever explains a 4xx. */
export interface Refusal {
  error: { code: ErrorCode; message: string; id: string }
}
