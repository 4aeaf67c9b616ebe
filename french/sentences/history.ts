import { HISTORY_DAYS } from '@tribune/protocol/read-limits.ts'
import { common } from './app.ts'

/** The matches of the last thirty days. */
export const history = {
  title: 'Historique',
  intro: `Les matchs terminés des ${HISTORY_DAYS} derniers jours.`,
  filter: 'Compétition',
  all: 'Toutes les compétitions',
  competition: (name: string, matches: string) => `${name} (${matches})`,
  unknown: common.unknownCompetition,
  reset: 'Réinitialiser les filtres',
  resetShort: 'Réinitialiser',
  finished: (many: boolean) => (many ? 'Matchs terminés' : 'Match terminé'),
  competitions: (many: boolean) => (many ? 'Compétitions' : 'Compétition'),
  perDay: (many: boolean) => (many ? 'Matchs par jour' : 'Match par jour'),
  shown: (matches: string, one: boolean) => `${matches} ${one ? 'affiché' : 'affichés'}`,
  loadError: (error: string) => `Erreur de chargement de l’historique\u00a0: ${error}`,
  empty: 'Aucun match terminé trouvé pour ces filtres.',
  sources: { votes: 'Élu du match', ratings_fallback: 'Meilleure note' },
  others: (count: string) => `+${count}`,
  provisional: 'Résultat provisoire',
  of: (home: string, away: string) => `\u00a0: ${home} contre ${away}`,
} as const
