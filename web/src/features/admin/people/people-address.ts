const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The search parameters of the page: `/admin/fans?id=…`. Ids only: no URL contains a fan's address or number. */
export interface PeopleAddress {
  readonly id?: string | undefined
}

/** Keeps of an address the id of a fan. */
export function readPeopleAddress({ id }: Readonly<Record<string, unknown>>): PeopleAddress {
  return { id: typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : undefined }
}
