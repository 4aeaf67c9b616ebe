/** Pages of the demonstration, in place of what is not configured: where mails, texts and push messages are read, and who signs in. */
export const outboxes = {
  mails: 'Boîte d’envoi',
  texts: 'SMS',
  pushes: 'Notifications',
  local: 'Ces messages n’ont pas quitté cette machine.',
  noMails: 'Aucun message pour l’instant.',
  noTexts: 'Aucun SMS pour l’instant.',
  noPushes: 'Aucune notification pour l’instant.',
  to: 'à',
  moment: (day: string, hour: string) => `${day} à ${hour} UTC`,
  hour: (hour: string) => `${hour} UTC`,
} as const

export const mail = {
  all: 'Tous les messages',
  noSubject: '(sans objet)',
  from: 'De',
  links: 'Liens',
  text: 'Texte',
  layout: 'Mise en page',
  frame: 'Message',
} as const

/** A push message that only its browser can read. */
export const encrypted = (bytes: number) => `chiffré, ${bytes} octets`

export const provider = {
  title: (name: string) => `${name}, sur cette machine`,
  intro: (name: string) =>
    `Cette page remplace celle de ${name} tant qu’aucune clé n’est configurée. Choisis qui tu es.`,
  email: (name: string) => `Adresse e-mail du compte ${name}`,
  verified: (name: string) => `${name} a vérifié cette adresse`,
  enter: 'Continuer',
  refuse: 'Refuser',
  failed: 'Connexion impossible',
  expired: 'Cette demande n’est plus valable. Reviens à Tribune et recommence.',
} as const
