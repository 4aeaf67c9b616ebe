/** Bytes of JavaScript, gzipped, that the first screen may cost. */
export const FIRST_LOAD_BYTES = 76_000
/** The files that the page itself names, and what they import. */
export const FIRST_LOAD = /^\/assets\/(?:first|preact|tanstack|rolldown-runtime)-[^/]+\.js$/
