import { developmentPage } from '../../http/pages/development-page.ts'
import { escapeHtml } from '../../kernel/html.ts'

const NAMES: Readonly<Record<string, string>> = { google: 'Google', apple: 'Apple' }

/** Makes the sign-in page of the stand-in for a provider. */
export function accountPage(client: string): string {
  const name = escapeHtml(NAMES[client] ?? client)
  return developmentPage(
    `${name}, sur cette machine`,
    `<p><small>Cette page remplace celle de ${name} tant qu’aucune clé n’est configurée. Choisis qui tu es.</small></p>
<form method="post">
<label>Adresse e-mail du compte ${name}<input name="email" type="email" required autofocus value="supporter@${escapeHtml(client)}.invalid"></label>
<label><input name="verified" type="checkbox" checked> ${name} a vérifié cette adresse</label>
<button class="action">Continuer</button>
<button name="refused" value="1" formnovalidate>Refuser</button>
</form>`,
  )
}

export function faultPage(): string {
  return developmentPage(
    'Connexion impossible',
    '<p>Cette demande n’est plus valable. Reviens à Tribune et recommence.</p>',
  )
}
