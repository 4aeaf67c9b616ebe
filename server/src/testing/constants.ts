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

/** Letters of European languages beyond those of English, in names as players have them. */
export const EUROPEAN_NAMES: Readonly<Record<string, string>> = {
  Turkish: 'Çağrı Öztürk İşgüder ÇĞIİÖŞÜ',
  Polish: 'Łukasz Żądło Gęśńćź ĄĆĘŁŃÓŚŹŻ',
  Czech: 'Jiří Ďuriš Něčůťňá ČĎĚŇŘŠŤŮŽÝ',
  Slovak: 'Ľubomír Ŕĺŕľď ĽĹŔÔ',
  Croatian: 'Đorđe Ćuković Čežašš ĆČĐŠŽ',
  Romanian: 'Ștefan Țițăuș Ţuşă Âî ĂÂÎȘȚŞŢ',
  Hungarian: 'Őry Űrűző Áéíóöúü ŐŰÁÉ',
  Icelandic: 'Þórður Æðsson Éýú ÐÞÆÖ',
  Latvian: 'Ģirts Ķeņģiļūzā ĀČĒĢĪĶĻŅŠŪŽ',
  Lithuanian: 'Žygimantas Ąčęėįšųū ĄĖĮŲ',
  Azerbaijani: 'Əliyev Qarabağlı ə',
  Maltese: 'Ġorġ Ħażżċ ĊĠĦŻ',
  Nordic: 'Øyvind Åkesjö Ærøskøbing Õõ',
}
