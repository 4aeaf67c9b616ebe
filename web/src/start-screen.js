// Runs where the first paint stands in the page: at the address of another screen than home it shows that one in its place, a match with the
// competition and the teams that the server names in the page's head.
const { first } = document.documentElement.dataset
const shape = document.querySelector(`template[data-first="${first}"]`)
if (shape) {
  const paint = document.querySelector('.first-paint')
  paint.replaceChildren(shape.content)
  for (const place of paint.querySelectorAll('[data-meta]')) {
    const content = document.querySelector(`meta[name="match-${place.dataset.meta}"]`)?.content
    if (content) place.textContent = content
  }
}
