import { expect, test } from 'vitest'
import { csvFile, textCell } from './csv.ts'

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

test('ends each line, the head and the last one too', () => {
  expect(csvFile(['Un', 'Deux'], [['1', '2']])).toBe('\ufeffUn;Deux\r\n1;2\r\n')
})
