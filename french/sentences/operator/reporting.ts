import { count, percent, plural, rating } from '../../format/numbers.ts'

/** Of a finished match: what ranked it. */
export const sources = {
  votes: 'Votes',
  ratings_fallback: 'Notes officielles',
  unknown: 'Inconnue',
} as const

const nothing = '–'

/** The reporting tab (spec section 2, "Reporting tab"). */
export const reporting = {
  failed: (reason: string) => `Erreur lors du chargement des statistiques\u00a0: ${reason}`,
  figures: 'Chiffres',
  refresh: 'Actualiser',
  age: (seconds: number) =>
    seconds < 60
      ? 'Chiffres comptés à l’instant, gardés 5\u00a0minutes.'
      : `Chiffres comptés il y a ${plural(Math.floor(seconds / 60), 'minute')}, gardés 5\u00a0minutes.`,
  refreshed: 'Statistiques actualisées.',
  cards: {
    users: 'Utilisateurs inscrits',
    votes: 'Votes au total',
    voters: 'Votants actifs',
    matches: 'Matchs terminés',
    players: 'Joueurs avec des points',
    perVoter: 'Votes par votant',
  },
  oneDecimal: rating,
  table: {
    title: 'Matchs terminés',
    intro: 'Le plus récent d’abord, à l’heure de Paris. Seuls les votes complets comptent.',
    region: 'Tableau des matchs terminés',
    competition: 'Compétition',
    all: 'Toutes les compétitions',
    failed: (reason: string) => `Les matchs n’ont pas pu être lus\u00a0: ${reason}`,
    empty: 'Aucun match trouvé pour cette compétition.',
    onlyMatch: (id: number) => `Seulement le match ${id}.`,
    emptyMatch: (id: number) => `Le match ${id} n’est pas terminé, ou n’existe pas.`,
    everyMatch: 'Voir tous les matchs',
    columns: { date: 'Date', match: 'Match', score: 'Score', voters: 'Votants', source: 'Source' },
    teams: (home: string, away: string) => `${home} – ${away}`,
    noScore: nothing,
    enough: 'Suffisant',
    short: 'Insuffisant',
    csv: 'Télécharger le tableau (CSV)',
    csvDone: 'Tableau téléchargé.',
    csvName: 'tribune-reporting.csv',
    csvFailed: (reason: string) => `Le tableau n’a pas pu être téléchargé\u00a0: ${reason}`,
    csvCut: (most: number) => `Le fichier contient les ${count(most)} matchs les plus récents.`,
  },
  pages: {
    label: 'Pages du tableau',
    previous: 'Précédent',
    next: 'Suivant',
    page: (page: number) => `Page ${count(page)}`,
    of: (page: number, pages: number) => `Page ${count(page)} / ${count(pages)}`,
  },
  charts: {
    title: 'En images',
    table: 'Voir les chiffres',
    hours: 'Votes par heure, sur 48\u00a0heures',
    days: 'Votes par jour de match, sur 30\u00a0jours',
    fans: 'Nouveaux supporters par jour, sur 30\u00a0jours',
    weeks: 'Supporters qui reviennent la semaine suivante',
    weeksIntro: 'Parmi ceux qui ont voté une semaine, la part qui a voté aussi la suivante.',
    results: 'Résultats par votes ou par notes, sur 30\u00a0jours',
    none: 'Rien à dessiner pour le moment.',
    hour: 'Heure',
    day: 'Jour',
    week: 'Semaine du',
    ballots: 'Votes',
    newFans: 'Nouveaux supporters',
    voters: 'Votants',
    returned: 'Revenus',
    share: (value: number) => percent(value / 100),
    total: (sum: number) => `${count(sum)} au total`,
    most: (value: string, where: string) => `maximum ${value}, ${where}`,
  },
} as const

/** The table as a file for spreadsheets. */
export const csv = {
  columns: [
    'Match',
    'Date (Paris)',
    'Compétition',
    'Domicile',
    'Extérieur',
    'Buts domicile',
    'Buts extérieur',
    'Coefficient',
    'Votants',
    'Suffisant',
    'Source',
  ],
  yes: 'oui',
  no: 'non',
  cut: (most: number, total: number) =>
    `Ce fichier s’arrête aux ${count(most)} matchs les plus récents, sur ${count(total)}. Choisis une compétition pour en voir d’autres.`,
} as const
