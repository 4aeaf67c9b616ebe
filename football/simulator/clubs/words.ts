/** Word lists of a country, comma separated. `{}` is replaced by the place. */
export interface Words {
  readonly given: string
  readonly heads: string
  readonly tails: string
  readonly places: string
  readonly clubs: string
  readonly venue: string
  /** Joins the halves of a double family name; empty if there are none. */
  readonly joiner: string
  /** Parts of single names, for players known by one. */
  readonly mono?: { readonly heads: string; readonly tails: string }
}
