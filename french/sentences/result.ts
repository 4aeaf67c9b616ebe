import type { SetAside } from '@tribune/contract/votes.ts'
import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'

/** Sentences for fans whose ballot is set aside. They say what was seen, without an accusation. */
export const setAside = {
  title: 'Ton bulletin est mis de côté',
  reasons: {
    network: 'Beaucoup de comptes qui ont encore peu voté ont fait le même choix depuis un même réseau.',
    device: 'Plusieurs comptes qui ont encore peu voté ont fait le même choix depuis un même appareil.',
    mail_domain: 'Beaucoup de comptes qui ont encore peu voté, d’un même domaine d’e-mail, ont fait le même choix.',
    new_accounts: 'Beaucoup de comptes qui ont encore peu voté, très semblables entre eux, ont fait le même choix.',
    acted_together: 'Des comptes ont fait ensemble les mêmes choix sur plusieurs matchs, et presque rien d’autre.',
    operator: 'L’équipe de Tribune a comparé les bulletins de ce match, et en a mis un groupe de côté.',
  },
  among:
    'Ton bulletin est dans ce groupe\u00a0: il n’est pas compté. Nous comparons des bulletins, nous n’accusons personne.',
  stays: 'Ton vote et tes XP restent à toi.',
  ask: 'Demander un réexamen',
  asked: 'Réexamen demandé',
  confirmed: 'Réexaminé\u00a0: ton bulletin reste de côté.',
  over: 'Les indices de ce match sont effacés\u00a0: un réexamen n’est plus possible.',
  unread: 'Impossible de lire si ton bulletin est compté.',
} as const satisfies { readonly reasons: Record<SetAside['reason'], string>; readonly [sentence: string]: unknown }

/** Title of the screen that recounts a match, and of the links to it. */
export const recountTitle = 'Recompter ce match'

/** The moment in which a result is revealed. */
export const reveal = {
  title: 'Le podium est là',
  ratings: 'D’après les notes officielles',
  provisional: 'Résultat provisoire',
  hits: (hits: number) => `Ton podium\u00a0: ${hits} sur ${PODIUM_SIZE}`,
  exact: (hits: string) => `${hits}, dans l’ordre\u202f!`,
  place: (place: string, names: string) => `${place}\u00a0: ${names}`,
  other: 'autre',
  sentence: (text: string) => (text.endsWith('!') ? text : `${text}.`),
} as const
