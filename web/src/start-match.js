// Runs where the first paint stands in the page: at the address of a match it shows that screen instead of the home screen, with the teams
// that the server names in the page's head.
const { first } = document.documentElement.dataset
const paint = document.querySelector('.first-paint')
if (first === 'match') {
  paint.replaceChildren(document.querySelector('template[data-first]').content)
  for (const place of paint.querySelectorAll('[data-team]')) {
    place.textContent = document.querySelector(`meta[name="match-${place.dataset.team}"]`)?.content ?? ''
  }
}
