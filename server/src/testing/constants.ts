/** Secret of every test server. */
export const SECRET = 'a-secret-of-tests-that-is-long-enough-for-anyone'
/** Public address of every test server. */
export const ORIGIN = 'http://tribune.invalid:3000'
/** The operator of every test server. */
export const ADMIN_EMAIL = 'direction@tribune.invalid'
/** Password of every fan in a test. */
export const PASSWORD = 'virage-nord'
/** Bodies that are no JSON object, where one is expected. */
export const NO_OBJECTS = ['', 'null', '[]', '"text"', '12', '{']

/** Each connection costs PostgreSQL a thirtieth of a second, and eight calls at once race as twenty do. */
export const FEW_CONNECTIONS = { DATABASE_CONNECTIONS: '8' }
