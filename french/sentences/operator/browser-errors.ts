import type { BrowserErrorKind, Engine } from '@tribune/domain/operator/browser-error.ts'
import { count, plural } from '../../format/numbers.ts'

/** Errors of the app in fans' browsers. */
export const browserErrors = {
  title: 'Erreurs dans les navigateurs',
  intro:
    'Ce qui casse chez les supporters, les sept derniers jours, du plus fréquent au plus rare. Rien n’y désigne un supporter.',
  none: 'Aucune erreur signalée depuis sept jours.',
  failed: (reason: string) => `La liste n’a pas pu être lue\u00a0: ${reason}`,
  others: (distinct: number) => `Autres erreurs, au-delà de ${count(distinct)} différentes par jour`,
  times: (times: number) => `${count(times)}\u00a0fois`,
  last: (day: string, hour: string) => `la dernière le ${day}, ${hour}`,
  kinds: {
    error: 'Erreur',
    rejection: 'Promesse rejetée',
    crash: 'Écran arrêté',
  } satisfies Record<BrowserErrorKind, string>,
  place: 'Endroit',
  nowhere: 'hors de nos fichiers',
  build: 'Version',
  unknownBuild: 'inconnue',
  screens: (screens: number) => (screens === 1 ? 'Écran' : 'Écrans'),
  otherScreen: 'une autre adresse',
  engines: (engines: number) => (engines === 1 ? 'Moteur' : 'Moteurs'),
  engine: {
    chromium: 'Chromium',
    webkit: 'WebKit',
    gecko: 'Gecko',
    other: 'un autre',
  } satisfies Record<Engine, string>,
  more: (hidden: number) => `Afficher ${plural(hidden, 'autre erreur', 'autres erreurs')}`,
} as const
