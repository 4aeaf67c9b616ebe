import { sentenceOf } from '@tribune/contract/errors.ts'
import { expect, test } from 'vitest'
import { accountMessages, profile, signIn } from './account.ts'
import { history } from './history.ts'
import { card, home } from './home.ts'
import { counting, podium, rulesNote, votingToasts } from './match.ts'
import { check, demo, sync } from './operator/diagnostics.ts'
import { form, outcome } from './player.ts'
import { trends } from './rankings.ts'

// The numbers come from the rules: written out here, so that a rule that changes shows each sentence that it changes.
test.each([
  [sentenceOf('vote_upcoming'), 'Ce match n’a pas commencé\u00a0: le vote ouvre à la 60ème minute.'],
  [sentenceOf('vote_locked'), 'Les votes ouvrent à la 60ème minute.'],
  [sentenceOf('ballot_bad_position'), 'Les places vont de 1 à 3.'],
  [sentenceOf('password_too_short'), '⚠️ Le mot de passe doit faire au moins 6 caractères'],
  [sentenceOf('follows_full'), 'Tu suis déjà 200 clubs, joueurs et compétitions\u00a0: cesse d’en suivre un d’abord.'],
  [sentenceOf('season_not_reopenable'), 'Seule la dernière saison terminée peut être rouverte, dans les 30 jours.'],
  [card.locked, "Votes à partir de la 60'"],
  [card.unfinished(2), 'Terminer mon vote (2/3)'],
  [
    home.intro,
    'Pour chaque match que tu regardes, élis tes 3 meilleurs joueurs. Ensemble, on fait le classement de la saison.',
  ],
  [podium.count(2), '2/3'],
  [podium.spokenCount(2), '2 choix sur 3'],
  [votingToasts.picked(2), '2/3 sélectionné(s) ✓'],
  [
    counting.byVotes,
    'Chaque vote complet donne 5\u00a0points à son premier, 3 à son deuxième, 1 à son troisième. À égalité décident les premières places, puis les deuxièmes, puis les duels, puis la note officielle.',
  ],
  [
    rulesNote.rules[0],
    'Choisis tes 3 meilleurs joueurs, dans l’ordre. Ton premier reçoit 5\u00a0points, le deuxième 3, le troisième 1.',
  ],
  [signIn.code, 'Code à 6 chiffres'],
  [accountMessages.passwordTooShort, '⚠️ Le mot de passe doit faire au moins 6 caractères'],
  [accountMessages.codeMissing, '⚠️ Entre le code à 6 chiffres'],
  [accountMessages.factorCodeMissing, '⚠️ Entre le code à 6 chiffres, ou un code de secours'],
  [profile.noVotes, 'Aucun vote pour l’instant. Choisis un match et élis tes 3 meilleurs joueurs.'],
  [profile.incomplete(2), 'Incomplet, 2/3'],
  [history.intro, 'Les matchs terminés des 30 derniers jours.'],
  [outcome.outside, 'Hors top 10'],
  [form.short.outside, 'Hors 10'],
  [trends.up, 'En hausse sur 7 jours'],
  [
    sync.intro,
    'Lit maintenant les matchs chez le fournisseur. Deux lectures sont espacées de 15\u00a0secondes\u00a0: plus tôt, la dernière est montrée.',
  ],
  [
    demo.removeConsequence(0),
    'Le match 9999999 disparaît de l’accueil de tous les supporters, avec sa composition, ses votes et ses points.',
  ],
  [check.lineupShort(20), '20\u00a0joueurs\u00a0: composition incomplète, 22 sont attendus.'],
])('a sentence with the number of a rule reads « %s »', (sentence, text) => {
  expect(sentence).toBe(text)
})
