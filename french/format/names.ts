/** A player's name where room is short: without the first name or its initial. « M. Diarra » and « Moussa Diarra » are « Diarra ». */
export function familyName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return rest.length === 0 ? first : rest.join(' ')
}
