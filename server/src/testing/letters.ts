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
