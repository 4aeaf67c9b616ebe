const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What the page's address asks for: `/admin/fans?id=…`. Only ids: a fan's address or number is in no URL. */
export interface PeopleAddress {
  readonly id?: string | undefined
}

/** Keeps of an address the id of a fan. */
export function readPeopleAddress({ id }: Readonly<Record<string, unknown>>): PeopleAddress {
  return { id: typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : undefined }
}
