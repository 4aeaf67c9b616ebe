/** Fetches what home draws after its first paint, in one file: each file of its own would cost the first load its name and its imports. */
export const homeParts = () => import('./home-parts.ts')
