import { MIN_AGE } from '@tribune/domain/fans/fan.ts'
import { foot } from '../app.ts'

/** A chapter of the legal notice: sentences, or a line of the configuration with the sentence that stands in for it. */
interface LegalChapter {
  readonly id: string
  readonly title: string
  readonly paragraphs?: readonly string[]
  readonly lines?: readonly { readonly label: string; readonly of: 'publisher' | 'director' | 'host' | 'email' }[]
}

/** The legal notice and the terms of use. */
export const legal: {
  readonly title: string
  readonly lead: string
  readonly missing: string
  readonly chapters: readonly LegalChapter[]
} = {
  title: foot.legal,
  lead: 'Qui publie Tribune, qui l’héberge, et à quelles conditions on y vote.',
  missing: 'Ce site ne l’a pas encore indiqué.',
  chapters: [
    {
      id: 'publisher',
      title: 'Qui publie et qui héberge',
      lines: [
        { label: 'Éditeur', of: 'publisher' },
        { label: 'Direction de la publication', of: 'director' },
        { label: 'Hébergeur', of: 'host' },
        { label: 'Contact', of: 'email' },
      ],
    },
    {
      id: 'terms',
      title: 'Conditions d’utilisation',
      paragraphs: [
        'Tout se lit sans compte. Voter demande un compte gratuit, avec une adresse e-mail, un numéro de mobile ou une identité confirmés.',
        'Une personne a un compte et une voix par match. Créer plusieurs comptes, voter par programme, vendre ou acheter des votes est interdit\u00a0: ces votes peuvent être écartés du résultat, et le droit de vote du compte fermé. Le motif en est alors donné dans le profil.',
        'Le vote exprime une opinion sur un match. Il ne donne lieu à aucun pari, aucun gain et aucun paiement.',
        'Les règles du vote et des points sont publiées sur la page «\u00a0Comment ça marche\u202f?\u00a0». Un résultat publié n’est recalculé que pour corriger une erreur.',
        'Les noms, écussons et photos appartiennent à leurs titulaires. Signale un contenu qui te paraît illicite à l’adresse de contact\u00a0: il est examiné, et la réponse te dit ce qui a été décidé et pourquoi.',
        'Le service peut s’interrompre ou changer. Tu peux supprimer ton compte à tout moment dans ton profil. Le droit français s’applique.',
      ],
    },
    {
      id: 'age',
      title: 'Âge minimum',
      paragraphs: [
        `Un compte se crée à partir de ${MIN_AGE}\u00a0ans. Le formulaire le rappelle, et créer un compte vaut confirmation\u00a0: aucune pièce n’est demandée.`,
        `Avant ${MIN_AGE}\u00a0ans, tout reste lisible sans compte. Un parent peut demander l’effacement d’un compte à l’adresse de contact.`,
      ],
    },
    {
      id: 'security',
      title: 'Sécurité',
      paragraphs: [
        'Une faille se signale à l’adresse de contact, aussi indiquée dans /.well-known/security.txt. Merci de ne lire ni modifier les données d’autres personnes, et de laisser le temps de corriger avant d’en parler.',
      ],
    },
  ],
}

/** Under the form that makes accounts. */
export const accountTerms = {
  before: `Dès ${MIN_AGE}\u00a0ans. En créant un compte, tu acceptes les `,
  terms: 'conditions',
  between: ' et la ',
  privacy: 'politique de confidentialité',
  after: '.',
} as const
