/** Where the product's own paths lead: in a browser to the page's own server, in the native app to the configured one. */

/** Returns the address of one of the server's paths. Returns other addresses unchanged. */
export function onServer(path: string): string {
  return import.meta.env.VITE_NATIVE && path.startsWith('/') ? import.meta.env.VITE_SERVER + path : path
}
