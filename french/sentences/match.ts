import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { BALLOT_POINTS } from '@tribune/domain/ballots/tally.ts'
import { VOTE_CLOSING_MINUTES, VOTE_OPENING_MINUTE } from '@tribune/domain/ballots/voting-window.ts'
import { MIN_BALLOTS_FOR_VOTES } from '@tribune/domain/results/ranking.ts'
import { listed } from '../format/names.ts'
import { card } from './home.ts'

const [first, second, third] = BALLOT_POINTS

/** The match screen. */
export const match = {
  title: (home: string, away: string) => `${home} – ${away}`,
  notFound: (id: string) => `Match ${id} non trouvé`,
  loadError: (error: string) => `Erreur: ${error}`,
  kickOff: 'Coup d’envoi',
} as const

/** Why a match is not played, or not to its end, by the provider's code; shown next to its status (spec section 3, statusReason). */
export const statusReasons: Readonly<Record<string, string>> = {
  INT: 'Match interrompu',
  SUSP: 'Match arrêté par l’arbitre',
  ABD: 'Match arrêté définitivement',
  AWD: 'Match décidé sur tapis vert',
  WO: 'Victoire par forfait',
}

const OPENING = `Les votes ouvrent à la ${VOTE_OPENING_MINUTE}ème minute`

/** One sentence per row of the voting table (spec section 4), where the card's serves the banner too, and what stands under it. */
export const banner = {
  upcoming: card.upcoming,
  upcomingHint: OPENING,
  postponed: card.postponed,
  cancelled: card.cancelled,
  suspended: card.suspended,
  suspendedHint: 'Le vote reprend avec le match.',
  locked: OPENING,
  lockedIn: (minutes: string) => `Encore ${minutes} de jeu.`,
  openLive: card.voteLive,
  openLiveHint: 'Touche un joueur pour le placer.',
  noLineups: 'Tu pourras voter dès que les compositions seront là.',
  unfinished: (players: string) => `Ton vote n’est pas complet\u00a0: encore ${players}.`,
  openAfter: card.lastMinutes,
  voted: card.voted,
  votedHint: 'Tu peux le changer jusqu’à la clôture.',
  closed: card.closed,
  closedHint: 'Les résultats sont publiés.',
  noResult: 'Ce match n’a pas de résultat.',
  counting: 'Le décompte final est en cours.',
  newDate: card.newDate,
} as const

export const result = {
  title: 'Les meilleurs joueurs du match',
  podium: 'Podium du match',
  votes: 'Votes des supporters',
  ratings: 'Notes officielles',
  ratingsHint: (ballots: number) =>
    `Moins de ${ballots} votes complets\u00a0: les notes officielles font le classement.`,
  rule: (version: string) => `Règle de comptage ${version}`,
  howCounted: 'Comment c’est compté',
  seeCount: 'Le décompte',
  setAside: (counted: string, aside: string) => `${counted}, ${aside} mis de côté`,
  ballot: ['bulletin compté', 'bulletins comptés'],
  provisional: 'Provisoire',
  provisionalUntil: (day: string, time: string) =>
    `Encore à l’examen. Sans décision, ce résultat sera définitif ${day} à ${time}.`,
  withAll: 'Avec tous les bulletins\u00a0:',
  noRatings: (ballots: number) =>
    `Moins de ${ballots} votes complets et pas de notes officielles\u00a0: ce match ne donne pas de points.`,
  points: (points: string) => `${points}\u00a0pts`,
  tied: 'ex æquo',
  myPodium: 'Mon podium',
  rating: (rating: string) => `note officielle ${rating}`,
} as const

/** The window that shows the count itself. */
export const counting = {
  byVotes: `Chaque vote complet donne ${first}\u00a0points à son premier, ${second} à son deuxième, ${third} à son troisième. À égalité décident les premières places, puis les deuxièmes, puis les duels, puis la note officielle.`,
  byRatings: 'Les joueurs sont rangés par leur note officielle. À égalité, ils partagent la place et ses points.',
  multiplied: (coefficient: string) =>
    `Les points du barème sont multipliés par ${coefficient}, le coefficient du match.`,
  columns: { rank: 'Rang', player: 'Joueur', score: 'Total', rating: 'Note', points: 'Points' },
  table: 'Le décompte de chaque joueur',
  showRest: (players: number) => `Voir les ${players} autres joueurs`,
  foldRest: 'Replier',
} as const

/** The fan's podium next to the crowd's, once the vote is closed. */
export const crowd = {
  title: 'Toi contre la foule',
  titleRatings: 'Toi contre les notes',
  you: 'Toi',
  crowd: 'La foule',
  ratings: 'Les notes',
  verdicts: [
    'Aucun de tes choix n’est sur le podium.',
    'Un de tes choix est sur le podium.',
    'Deux de tes choix sont sur le podium.',
    'Tes trois choix sont sur le podium.',
  ],
  exact: 'Le podium exact, dans l’ordre\u202f!',
  spoken: (place: string, mine: string, earned: string, theirs: string) =>
    `${place}\u00a0: ton choix ${mine}, ${earned}\u202f; en face, ${theirs}.`,
  nobody: 'personne',
  incomplete: 'Ton vote n’était pas complet\u00a0: il n’a pas été compté.',
} as const

export const players = {
  title: 'Joueurs',
  tabs: 'Équipes',
  all: 'Tous',
  search: 'Chercher un joueur ou une équipe',
  searchShort: 'Joueur ou équipe',
  openSearch: 'Chercher un joueur',
  closeSearch: 'Fermer la recherche',
  none: 'Les compositions ne sont pas encore connues.',
  never: 'Ce match n’a pas de composition.',
  noneFound: (query: string) => `Aucun joueur trouvé pour "${query}"`,
  noneInTeam: 'Aucun joueur connu pour cette équipe.',
  found: (players: string) => `${players} dans la liste`,
  shirt: (number: number) => `n°\u00a0${number}`,
  minutes: (minutes: string) => `${minutes} de jeu`,
  substitute: 'Sur le banc',
  substituteShort: 'Banc',
  cameOn: 'entrée en jeu',
  bench: 'Sans entrée en jeu',
  /** The two views of the players; the button names the other one. */
  show: 'Afficher\u00a0: ',
  list: 'Liste',
  pitch: 'Terrain',
  substitutes: 'Sur le banc',
} as const

/** « Le film du match », and the facts of a player. */
export const film = {
  open: 'Le film',
  title: 'Le film du match',
  shootout: 'Tirs au but',
  nothingYet: 'Rien à signaler pour l’instant.',
  unknown: 'Le film de ce match n’est pas connu.',
  types: {
    goal: 'But',
    penalty: 'But sur penalty',
    own_goal: 'But contre son camp',
    missed_penalty: 'Penalty manqué',
    kick: 'Tir au but réussi',
    missed_kick: 'Tir au but manqué',
    yellow: 'Carton jaune',
    second_yellow: 'Second carton jaune',
    red: 'Carton rouge',
    substitution: 'Remplacement',
    annulled_goal: 'But annulé',
    review: 'Décision de la VAR',
    unknown: 'Fait de jeu',
  },
  score: (home: number, away: number) => `${home}\u00a0–\u00a0${away}`,
  pass: (name: string) => `Passe décisive\u00a0: ${name}`,
  comesOn: (name: string) => `entre ${name}`,
  goesOff: (name: string) => `sort ${name}`,
  minute: (minute: string) => `${minute} minute`,
  minutePlus: (minute: string, extra: string) => `${minute} minute plus ${extra}`,
  goals: ['but', 'buts'],
  ownGoals: ['but contre son camp', 'buts contre son camp'],
  passes: ['passe décisive', 'passes décisives'],
  missedPenalties: ['penalty manqué', 'penaltys manqués'],
  ownGoalShort: 'csc',
  yellowCard: 'carton jaune',
  redCard: 'carton rouge',
  twoCards: 'carton jaune, puis rouge',
  // Nouns, which fit any player.
  cameOnAt: (minute: string) => `entrée en jeu à la ${minute}`,
  wentOffAt: (minute: string) => `remplacement à la ${minute}`,
} as const

export const positions = {
  G: { short: 'Gar.', long: 'Dans les buts' },
  D: { short: 'Déf.', long: 'Défense' },
  M: { short: 'Mil.', long: 'Milieu' },
  F: { short: 'Att.', long: 'Attaque' },
} as const

const OTHERS = ['', 'Ton autre choix compte\u202f; ', 'Tes autres choix comptent\u202f; '] as const

export const podium = {
  title: 'Mon podium',
  count: (picks: number | string) => `${picks}/${PODIUM_SIZE}`,
  unknown: '–',
  spokenCount: (picks: number) => `${picks} choix sur ${PODIUM_SIZE}`,
  hint: 'Touche trois joueurs',
  reading: 'Lecture de ton vote…',
  offline: 'Hors ligne\u00a0: vote impossible',
  offlineHeld: 'Hors ligne\u00a0: ton vote attendra',
  held: 'En attente de réseau',
  newer: 'Changé ailleurs',
  newerHint: 'Ton vote a changé ailleurs entre-temps\u00a0: rien n’est envoyé sans toi.',
  chooseBallot: 'Choisir',
  heldHint: 'Gardé sur ce téléphone\u00a0: il part dès que le réseau revient, et compte s’il arrive avant la clôture.',
  free: 'Libre',
  freeSlot: (place: string) => `${place}, place libre`,
  struck: 'Un joueur',
  struckSlot: (place: string, name: string) =>
    `${place}, ${name}, qui n’est plus dans la composition\u00a0: libérer la place`,
  struckHint: (names: readonly string[]) =>
    `${listed(names)} ${names.length === 1 ? 'n’est' : 'ne sont'} plus dans la composition.`,
  refusedAbsent: (name: string) => `${name} n’a pas joué ce match.`,
  absentSlot: (place: string, name: string) => `${place}, ${name}, qui n’a pas joué\u00a0: libérer la place`,
  absentHint: (names: readonly string[]) =>
    names.length === 1
      ? `${listed(names)} n’a pas joué\u00a0: ce choix ne comptera pas.`
      : `${listed(names)} n’ont pas joué\u00a0: ces choix ne compteront pas.`,
  freeHint: (struck: number, others: number) =>
    `${OTHERS[others] ?? ''}${others === 0 ? 'Touche' : 'touche'} ${struck === 1 ? 'sa' : 'leur'} place pour la libérer.`,
  slot: (place: string, name: string) => `${place}, ${name}\u00a0: changer`,
  choose: (name: string) => `Choisir une place pour ${name}`,
  menu: (name: string) => `Quelle place pour ${name}\u202f?`,
  heldBy: (place: string) => `${place} de ton podium`,
  spoken: (holders: string) => `Ton podium\u00a0: ${holders}.`,
  spokenEmpty: 'Ton podium est vide.',
  seePlayer: 'Voir sa fiche',
  toPlace: (place: string) => `${place}, `,
  isPlace: 'sa place actuelle',
  swaps: (name: string) => `échange avec ${name}`,
  replaces: (name: string) => `remplace ${name}`,
  isFree: 'place libre',
  remove: 'Retirer du podium',
  full: 'Ton podium est complet\u00a0: choisis qui remplacer.',
  share: 'Partager',
  change: 'Changer',
  changeName: 'Changer mon vote',
  changeHint: 'Touche une place ou un joueur',
  undo: 'Annuler le dernier changement',
  saving: 'Enregistrement…',
  saved: 'Enregistré',
  countsNotYet: 'Ne compte pas encore',
  countsNoMore: 'Ne compte plus',
  more: (players: string) => `encore ${players}`,
  failed: 'Non enregistré',
  failedHint: 'Ton podium précédent est revenu.',
  emptied: 'Un vote vide ne s’enregistre pas\u00a0: ton dernier choix reste gardé.',
  restore: 'Le reprendre',
  unread: 'Ton vote n’a pas pu être lu.',
  readAgain: 'Réessayer',
} as const

/** Sentences of the specification, to the letter. */
export const votingToasts = {
  complete: 'Vote complet enregistré\u202f! 🎉',
  picked: (picks: number) => `${picks}/${PODIUM_SIZE} sélectionné(s) ✓`,
  failed: (detail: string) => `Erreur: ${detail}`,
} as const

export const coefficientNote = {
  open: (value: string) => `Coefficient ${value}\u00a0: en savoir plus`,
  title: 'Coefficient du match',
  text: (value: string, points: string) =>
    `Les points de ce match sont multipliés par ${value}\u00a0: le premier en marque ${points}.`,
} as const

export const rulesNote = {
  open: 'Règles du vote',
  title: 'Règles du vote',
  rules: [
    `Choisis tes ${PODIUM_SIZE} meilleurs joueurs, dans l’ordre. Ton premier reçoit ${first}\u00a0points, le deuxième ${second}, le troisième ${third}.`,
    `Le vote ouvre à la ${VOTE_OPENING_MINUTE}ème minute et ferme ${VOTE_CLOSING_MINUTES}\u00a0minutes après le coup de sifflet final.`,
    'Tu peux changer d’avis jusqu’à la clôture\u00a0: ton dernier podium compte, s’il est complet.',
    'Les résultats restent cachés tant que le vote est ouvert.',
    `Les dix premiers marquent des points pour la saison. Avec moins de ${MIN_BALLOTS_FOR_VOTES}\u00a0votes complets, les notes officielles décident.`,
  ],
} as const

export const signInPrompt = {
  title: 'Connecte-toi pour voter',
  afterwards: 'Le lien te ramène à ce match, et ton choix sera repris.',
  text: 'Ton choix sera repris dès que tu es connecté.',
} as const
