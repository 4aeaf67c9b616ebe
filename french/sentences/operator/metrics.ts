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
