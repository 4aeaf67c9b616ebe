/** Title of the screen that recounts a match, and of the links to it. */
export const recountTitle = 'Recompter ce match'
