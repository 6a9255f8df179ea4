import { describe } from 'node:test'
import { testCases } from '../test/cases.ts'

// search-6
describe('operators mark clauses and make no tree of precedences', () => {
  testCases([
    ['a', 'a'],
    ['a b', 'a b'],
    ['a b c', 'a b c'],
    ['a OR b', 'a b'],
    ['a || b', 'a b'],
    ['a AND b', '+a +b'],
    ['a && b', '+a +b'],
    ['a OR b AND c', 'a +b +c'],
    ['a AND b OR c', '+a +b c'],
    ['a AND b OR c AND d', '+a +b +c +d'],
    ['a OR b OR c', 'a b c'],
    ['a AND b AND c', '+a +b +c'],
    ['a b AND c', 'a +b +c'],
    ['a AND b c', '+a +b c'],
    ['a b c AND d e', 'a b +c +d e'],
    ['+a b', '+a b'],
    ['+a -b c', '+a -b c'],
    ['-a', '-a'],
    ['+a', '+a'],
    ['!a', '-a'],
    ['a !b', 'a -b'],
    ['NOT a', '-a'],
    ['a NOT b', 'a -b'],
    ['a AND NOT b', '+a -b'],
    ['a AND !b', '+a -b'],
    ['a AND -b', '+a -b'],
    ['a AND +b', '+a +b'],
    ['a OR NOT b', 'a -b'],
    ['a OR +b', 'a +b'],
    ['-a OR b', '-a b'],
    ['-a AND b', '-a +b'],
    ['NOT a AND NOT b', '-a -b'],
    ['+a OR b', '+a b'],
    ['a AND b -c', '+a +b -c'],
    ['a OR b AND NOT c OR d', 'a +b -c d'],
  ])
})

// search-6
describe('only the words AND, OR and NOT and the signs && and || are operators', () => {
  testCases([
    ['and', 'and'],
    ['a and b or not c', 'a and b or not c'],
    ['a And b', 'a And b'],
    ['ANDY', 'ANDY'],
    ['a ORDER NOTE', 'a ORDER NOTE'],
    ['TO', 'TO'],
    ['f:TO', 'f:TO'],
    ['a&&b', 'a&&b'],
    ['a||b', 'a||b'],
    ['&&b', '&&b'],
    ['R&B', 'R&B'],
    ['a & b | c', 'a & b | c'],
    ['"AND"', '"AND"'],
    ['\\AND', 'AND'],
    ['a \\OR b', 'a OR b'],
    ['f:\\NOT', 'f:NOT'],
    ['filter', 'filter'],
    ['filter (a)', 'filter a'],
    ['filter:(a)', 'filter:a'],
    ['prefilter(a)', 'prefilter a'],
  ])
})

describe('a sign before a space is a word; within a word it is part of it', () => {
  testCases([
    ['a - b', 'a - b'],
    ['a + b', "a '+' b"],
    ['a ! b', "a '!' b"],
    ['Interview - part 2', 'Interview - part 2'],
    ['f:- a', 'f:- a'],
    ['- ~1 a', '-~1 a'],
    ['well-known', 'well-known'],
    ['a+b', "'a+b'"],
    ['wow!', "'wow!'"],
    ['c++', "'c++'"],
    ['a-', 'a-'],
    ['a -b-c', 'a -b-c'],
    ['2024-05-01', '2024-05-01'],
  ])
})

describe('groups', () => {
  testCases([
    ['(a)', 'a'],
    ['((a))', 'a'],
    ['(a b)', 'a b'],
    ['(a OR b) AND c', '+(a b) +c'],
    ['a AND (b OR c)', '+a +(b c)'],
    ['a (b c)', 'a (b c)'],
    ['a(b)c', 'a b c'],
    ['+(a b) -(c d)', '+(a b) -(c d)'],
    ['NOT (a b)', '-(a b)'],
    ['(-a)', '-a'],
    ['a (-b)', 'a (-b)'],
    ['a AND (-b)', '+a +(-b)'],
    ['a (+b)', 'a (+b)'],
    ['(a (b (c d)))', 'a (b (c d))'],
    ['( a )', 'a'],
    ['(a)(b)', 'a b'],
    ['(a b)^2', '(a b)^2'],
    ['(a)^2', 'a^2'],
    ['(a b) ^2', '(a b)^2'],
    ['(a b)^=3', '(a b)^=3'],
  ])
})

// search-7
describe('fields', () => {
  testCases([
    ['f:a', 'f:a'],
    ['f: a', 'f:a'],
    ['f :a', 'f:a'],
    ['f:a b', 'f:a b'],
    ['f:a g:b', 'f:a g:b'],
    ['f:"a b"', 'f:"a b"'],
    ['f:(a b)', 'f:a f:b'],
    ['f:(a g:b c)', 'f:a g:b f:c'],
    ['f:(a (b -c))', 'f:a (f:b -f:c)'],
    ['f:(a AND b)', '+f:a +f:b'],
    ['f:(g:(a) b)', 'g:a f:b'],
    ['-f:(a b)', '-(f:a f:b)'],
    ['+f:a -g:b', '+f:a -g:b'],
    ['f:(a b)^2', '(f:a f:b)^2'],
    ['f:[1 TO 2]', 'f:[1 TO 2]'],
    ['a.b-c_d:e', 'a.b-c_d:e'],
    ['two\\ words:a', "'two words':a"],
    ['naïve:é', 'naïve:é'],
    ['threadGroupId_s_nm_d:42', 'threadGroupId_s_nm_d:42'],
    ['mediaObjectName:4516*', 'mediaObjectName:4516*'],
    ['f:filter', 'f:filter'],
    ['_value_:a', '_value_:a'],
  ])
})

describe('the default field goes to the values that name none', () => {
  testCases(
    [
      ['a', 'text:a'],
      ['a f:b', 'text:a f:b'],
      ['f:(a b) "c d"', '(f:a f:b) text:"c d"'],
      ['*', 'all'],
      ['[* TO *]', 'exists(text)'],
      ['[a TO b] a* a~', 'text:[a TO b] text:a* text:a~2'],
      ['(a (b -c)^2)', 'text:a (text:b -text:c)^2'],
    ],
    { defaultField: 'text' },
  )
})

describe('clauses that nothing joins are joined by AND where the request says so', () => {
  testCases(
    [
      ['a', 'a'],
      ['a b', '+a +b'],
      ['a OR b', 'a b'],
      ['a b OR c', '+a b c'],
      ['a OR b c', 'a b +c'],
      ['+a OR b', 'a b'],
      ['-a OR b', '-a b'],
      ['a OR +b', 'a b'],
      ['a -b', '+a -b'],
      ['a AND b c', '+a +b +c'],
      ['(a b) c', '+(+a +b) +c'],
      ['f:(a b)', '+f:a +f:b'],
    ],
    { defaultOperator: 'and' },
  )
})
