import { expect, test } from 'vitest'
import { csvFile, textCell } from './text.ts'

test.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@A1', "'@A1"],
  ['\t=A1', "'\t=A1"],
  ['\n=A1', '"\'\n=A1"'],
  ['a;b', '"a;b"'],
  ['dit "oui"', '"dit ""oui"""'],
  ['deux\r\nlignes', '"deux\r\nlignes"'],
  ['1 = 1', '1 = 1'],
])('writes %j as the cell %j', (text, cell) => {
  expect(textCell(text)).toBe(cell)
})

test('ends every line of a file with CRLF, including the header and the last row', () => {
  expect(csvFile(['Un', 'Deux'], [['1', '2']])).toBe('\ufeffUn;Deux\r\n1;2\r\n')
})
