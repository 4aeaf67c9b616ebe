/**
 * A picture as a phone may load it: only from ourselves, never from the provider's host, who would learn of every fan. Until
 * pictures are kept here the web draws crests and initials.
 */
export function ownPicture(url: string | null): string | null {
  return url?.startsWith('/') === true ? url : null
}
