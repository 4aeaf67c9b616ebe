import { type ComparedTotal, FULL_LINEUP, type TotalsVerdict } from '@tribune/domain/operator/diagnostics.ts'
import { plural } from '../../format/numbers.ts'

/** Texts that all diagnostic pages share. */
export const frame = {
  operator: (email: string) => `Connecté comme administrateur\u00a0: ${email}`,
  visitor: 'Tu consultes cette page sans session d’administrateur\u00a0: seul ce qui est public s’affiche.',
  checking: 'Vérification de l’accès…',
  signIn: (what: string) => `Connecte-toi comme administrateur pour ${what}.`,
  profile: 'Aller au profil',
  failed: (reason: string) => `Lecture impossible\u00a0: ${reason}`,
  nothing: 'Rien à afficher pour le moment.',
  table: (caption: string) => `Tableau\u00a0: ${caption}`,
} as const

export const choice = {
  title: 'Match étudié',
  id: 'Numéro du match',
  hint: 'Par défaut, le dernier match terminé dont le vote est fermé.',
  invalid: 'Numéro de match invalide\u00a0: un nombre entier positif est attendu.',
  recent: 'Matchs terminés récents',
  pick: 'Choisir…',
  study: 'Étudier ce match',
  none: 'Aucun match terminé\u00a0: indique le numéro d’un match.',
  option: (day: string, home: string, away: string) => `${day} · ${home} – ${away}`,
  fixture: (home: string, away: string) => `${home} – ${away}`,
} as const

export const checks = {
  marks: { good: 'OK', warn: 'À vérifier', info: 'Info' },
  pointsConsistent: (top: string, expected: string) => `Points cohérents\u00a0: ${top} pour ${expected} attendus.`,
  pointsInconsistent: (top: string, expected: string) =>
    `Points incohérents\u00a0: ${top} pour ${expected} attendus. Recalcul nécessaire.`,
  pointsNone: 'Aucun point enregistré\u00a0: résultat pas encore publié, ou rien à classer.',
  lineupComplete: (count: string) => `Composition complète\u00a0: ${count}.`,
  lineupIncomplete: (count: string) => `Composition incomplète\u00a0: ${count} sur ${FULL_LINEUP} attendus.`,
  noFinish: 'Heure du coup de sifflet final inconnue.',
  finish: (moment: string) => `Coup de sifflet final\u00a0: ${moment}.`,
} as const

export const columns = {
  rank: 'Rang',
  player: 'Joueur',
  team: 'Équipe',
  points: 'Points',
  source: 'Source',
  match: 'Match',
  day: 'Jour',
  voters: 'Votants',
  played: 'Matchs',
  place: 'Place',
  fan: 'Supporter',
  podium: 'Podium',
  complete: 'Complet',
  photo: 'Photo',
  position: 'Poste',
  minutes: 'Minutes',
  number: 'Numéro',
} as const

export const values = {
  yes: 'oui',
  no: 'non',
  none: '–',
  sources: { votes: 'votes', ratings_fallback: 'notes officielles', unknown: 'inconnue' },
  moment: (day: string, time: string) => `${day}, ${time}`,
} as const

export const dataDiagnostic = {
  intro:
    'Contrôles sur un échantillon\u00a0: derniers matchs terminés, leurs points, le classement de la saison, les votes et un joueur.',
  matches: 'Matchs terminés',
  noMatches: 'Aucun match terminé.',
  sample: (count: string) => `Échantillon\u00a0: ${count}, du plus récent au plus ancien.`,
  points: 'Points des matchs',
  season: 'Classement de la saison',
  seasonIntro: 'Les cinq premiers, tels qu’enregistrés et tels que l’écran Classements les lit.',
  seasonSame: 'Le classement affiché est celui qui est enregistré.',
  seasonDifferent: (rank: string) =>
    `Le classement affiché diffère de l’enregistré au rang ${rank}. Actualisation en cours, ou saison à reconstruire.`,
  seasonEmpty: 'Aucun joueur classé.',
  votes: 'Votes',
  seeVotes: 'lire les votes',
  votesCount: (count: string) => `${count} au total.`,
  ballots: 'bulletin complet',
  ballotsMany: 'bulletins complets',
  latest: 'Derniers bulletins',
  player: 'Un joueur',
  playerIntro: 'Cherche un joueur par son nom, sans accents\u202f; par défaut, le premier de la saison.',
} as const

export const testRanking = {
  intro: 'Le classement enregistré d’un match, et le passage du moteur de classement.',
  stored: 'Classement enregistré (5 premiers)',
  engine: 'Moteur de classement',
  toRun: 'lancer le moteur de classement',
  run: 'Lancer le classement',
  done: 'Classement terminé.',
  matchId: 'Numéro du match',
  ranked: 'Joueurs classés',
  voters: 'Votants uniques',
  source: 'Source',
  top: 'Les 5 premiers',
} as const

export const edgeStatus = {
  intro: 'Chaque fonction est sondée par une requête OPTIONS\u00a0: rien n’est exécuté.',
  title: 'Fonctions',
  again: 'Sonder de nouveau',
  ok: (status: string, ms: string) => `OK (${status}, ${ms})`,
  error: (status: string, ms: string) => `Erreur ${status} (${ms})`,
  silent: (ms: string) => `Erreur\u00a0: pas de réponse (${ms})`,
  summary: (ok: string, all: string) => `${ok} fonctions sur ${all} répondent.`,
} as const

export const votesDiagnostic = {
  intro: 'Votants des derniers résultats publiés, et le détail des votes pour l’administrateur.',
  published: 'Votants par match',
  all: 'Tous les votes',
  toCount: 'compter et lire les votes',
  ballots: 'Bulletins complets',
  latest: 'Les 10 derniers bulletins',
  noBallots: 'Aucun bulletin.',
  picks: 'Choix d’un match',
  toRead: 'lire les choix d’un match',
  noPicks: 'Aucun choix pour ce match.',
  byPlayer: 'Choix par joueur, dans cette page de la liste',
  eachPick: 'Choix un par un',
  previous: 'Choix précédents',
  next: 'Choix suivants',
  firsts: '1re place',
  seconds: '2e place',
  thirds: '3e place',
} as const

export const footballApi = {
  intro: 'Ce que la fonction football-api répond pour un match\u00a0: détails et composition.',
  details: 'Détails',
  noDetails: 'Pas de détails pour ce match.',
  lineups: 'Composition',
  status: 'Statut',
  minute: 'Minute',
  score: 'Score',
  teams: 'Équipes',
  noPlayers: 'Pas de composition pour ce match.',
} as const

export const checkPoints = {
  intro: 'Les points d’un match, et les dix premiers de la saison.',
  match: 'Points du match',
  season: 'Les 10 premiers de la saison',
} as const

export const aggregate = {
  intro: 'Analyse d’un match, reconstruction du classement de la saison et calcul d’un match.',
  match: 'Analyse du match',
  status: 'Statut',
  players: 'Joueurs de la composition',
  played: 'Ont joué',
  ranked: 'Joueurs classés',
  total: 'Points distribués',
  voters: 'Votants',
  source: 'Source',
  coefficient: 'Coefficient',
  season: 'Saison',
  toRebuild: 'reconstruire le classement de la saison',
  rebuild: 'Reconstruire la saison',
  rebuildTitle: 'Reconstruire le classement de la saison\u202f?',
  rebuildConsequence: 'Toutes les lignes enregistrées de la saison seront recalculées à partir des points des matchs.',
  rebuilt: (rows: string, ms: string) => `Saison reconstruite\u00a0: ${rows}, ${ms}.`,
  engine: 'Calcul du match',
  toRun: 'lancer le calcul d’un match',
  run: 'Lancer le calcul',
  ran: (players: string) => `Calcul terminé\u00a0: ${players}.`,
  row: 'ligne',
  correlation: (id: string) => `Référence du passage\u00a0: ${id}`,
} as const

export const analysis = {
  intro: 'Les points d’un joueur, match par match, comparés à son total enregistré pour la saison.',
  name: 'Nom du joueur',
  hint: 'Sans accents ni majuscules\u00a0: «\u00a0elie n golo\u00a0» trouve «\u00a0Élie N’Golo\u00a0».',
  find: 'Analyser ce joueur',
  nobody: (name: string) => `Aucun joueur ne correspond à «\u00a0${name}\u00a0».`,
  invitation: 'Écris le nom d’un joueur, ou choisis l’un des premiers de la saison.',
  leaders: 'Premiers de la saison',
  several: 'Plusieurs joueurs portent ce nom',
  chosen: 'Joueur analysé',
  comparison: 'Total enregistré et total recalculé',
  verdicts: {
    same: 'Le total enregistré correspond aux points des matchs.',
    none: 'Aucune ligne de saison pour ce joueur, et aucun point\u00a0: rien à corriger.',
    missing: 'Des points existent, mais aucune ligne de saison n’est enregistrée. Reconstruction nécessaire.',
    left_over: 'Une ligne de saison est enregistrée, mais aucun point ne la justifie. Reconstruction nécessaire.',
    different: 'Le total enregistré diffère des points des matchs. Reconstruction nécessaire.',
  } satisfies Record<TotalsVerdict, string>,
  totals: {
    total_points: 'Points',
    matches_played: 'Matchs joués',
    wins: 'Fois premier',
    podiums: 'Podiums',
  } satisfies Record<ComparedTotal, string>,
  total: 'Total',
  stored: 'Enregistré',
  added: 'Recalculé',
  season: (name: string, label: string) => `${name} ${label}`,
  noSeason: 'Hors des saisons classées',
  ofSeason: (season: string) => `Saison en cours\u00a0: ${season}.`,
  sum: (points: number) => `${plural(points, 'point')} au total.`,
  matches: 'Points match par match',
  matchesOf: (season: string) => `Points match par match, ${season}`,
  noMatches: 'Aucun match terminé avec ce joueur.',
  unpublished: 'résultat à venir',
} as const

/** Runs of the server's functions. */
export const metrics = {
  intro: 'Les 50 derniers passages des fonctions du serveur, leur durée et leurs échecs.',
  toRead: 'lire les mesures des fonctions',
  openTitle: 'Travaux en cours',
  openIntro:
    'Tâches de fond et passages lancés à la main, commencés et pas encore terminés. Un passage terminé apparaît plus bas.',
  openNone: 'Aucun travail en cours.',
  since: (moment: string, duration: string) => `depuis ${moment} (${duration})`,
  runs: 'Derniers passages',
  fn: 'Fonction',
  all: 'Toutes les fonctions',
  failuresFirst: 'Les échecs d’abord',
  none: 'Aucun passage enregistré.',
  noneOf: (name: string) => `Aucun passage enregistré pour ${name}.`,
  chart: 'Durée des passages',
  chartHint:
    'Du plus ancien au plus récent\u202f; une pointe sous la barre marque un échec. L’échelle est une racine carrée\u00a0: une barre deux fois plus haute a duré quatre fois plus longtemps.',
  summary: (runs: string, failures: string, median: string, longest: string) =>
    `${runs}, dont ${failures}. Durée médiane\u00a0: ${median}\u202f; la plus longue\u00a0: ${longest}.`,
  run: 'passage',
  failure: 'échec',
  columns: {
    moment: 'Moment',
    state: 'État',
    duration: 'Durée',
    processed: 'Traités',
    error: 'Erreur',
    reference: 'Référence',
  },
  ok: 'OK',
  failed: 'Échec',
} as const
