import type { SetAside } from '@tribune/contract/votes.ts'

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
