import { describe } from 'node:test'
import { testCases } from '../test/cases.ts'

// search-9
describe('a slash within a value and a semicolon anywhere are ordinary', () => {
  testCases([
    ['mimeType:video/mp4', 'mimeType:video/mp4'],
    ['mimeType:(video/mp4 video/mov)', 'mimeType:video/mp4 mimeType:video/mov'],
    ['-mimeType:(video/mp4 video/mov)', '-(mimeType:video/mp4 mimeType:video/mov)'],
    ['mimeType:video/*', 'mimeType:video/*'],
    ['a/b/c', 'a/b/c'],
    ['a//b', 'a//b'],
    ['a/ b', 'a/ b'],
    ['\\/a', '/a'],
    ['"/a/"', '"/a/"'],
    ['s:(COMPLETED;en;p1)', 's:COMPLETED;en;p1'],
    ['s:(COMPLETED;en;*)', 's:COMPLETED;en;*'],
    ['s:(*;en;*)', 's:*;en;*'],
    ['s:(*;en;p1)', 's:*;en;p1'],
    [';', ';'],
    ['a;b', 'a;b'],
    ['a@b.com', 'a@b.com'],
    ["it's", "'it's'"],
    ['50%', "'50%'"],
    ['$x', "'$x'"],
    ['a,b', 'a,b'],
    ['a\u00a0b', "'a\u00a0b'"],
    ['a\u3000b', 'a b'],
    ['a\n\tb\r', 'a b'],
    ['日本語', '日本語'],
  ])
})

// search-9
describe('escapes make any character literal', () => {
  testCases([
    ['a\\:b', "'a:b'"],
    ['name:MyProduction\\:WithColon', "name:'MyProduction:WithColon'"],
    ['name:"MyProduction:WithColon"', 'name:"MyProduction:WithColon"'],
    ['a\\ b', "'a b'"],
    ['\\(1\\+1\\)\\:2', "'(1+1):2'"],
    ['f:\\-5', 'f:-5'],
    ['f:"-5"', 'f:"-5"'],
    ['\\u00e9', 'é'],
    ['caf\\u00E9s', 'cafés'],
    ['\\ud83d\\ude00', "'😀'"],
    ['\\\\', "'\\'"],
    ['a\\*', "'a*'"],
    ['a\\?b', "'a?b'"],
    ['\\*', "'*'"],
    ['f:\\*', "f:'*'"],
    ['a\\**', "'a*'*"],
    ['a\\*b?', "'a*b'?"],
    ['a\\~1', "'a~1'"],
    ['a\\^2', "'a^2'"],
    ['\\"a', `'"a'`],
    ['"a \\"b\\" c"', '"a "b" c"'],
    ['"a\\\\b"', '"a\\b"'],
    ['"\\u0041"', '"A"'],
    ['\\+a', "'+a'"],
    ['\\!a', "'!a'"],
    ['\\a\\b', 'ab'],
  ])
})

describe('phrases', () => {
  testCases([
    ['"a b"', '"a b"'],
    ['"a b"~3', '"a b"~3'],
    ['"a b" ~3', '"a b"~3'],
    ['"a b"~', '"a b"'],
    ['"a b"~2.9', '"a b"~2'],
    ['"a b"~99999999999', '"a b"~2147483647'],
    ['"a b"^2', '"a b"^2'],
    ['"a b"~3^2', '"a b"~3^2'],
    ['"a b"^2~3', '"a b"~3^2'],
    ['""', '""'],
    ['"a*b?"', '"a*b?"'],
    ['"a" "b"', '"a" "b"'],
    ['a"b"', 'a "b"'],
    ['"{!x}"', '"{!x}"'],
    ["'a b'", "''a' 'b''"],
  ])
})

// search-8
describe('wildcards', () => {
  testCases([
    ['te?t', 'te?t'],
    ['a*', 'a*'],
    ['a*b', 'a*b'],
    ['*b', '*b'],
    ['*a*', '*a*'],
    ['?', '?'],
    ['???', '???'],
    ['a**b', 'a*b'],
    ['a*?*', 'a*?*'],
    ['*-a', '*-a'],
    ['f:a*', 'f:a*'],
    ['-f:a*', '-f:a*'],
    ['a*^2', 'a*^2'],
    ['a*~1', 'a*'],
    ['\\u00e9*', 'é*'],
    ['AND*', 'AND*'],
  ])
})

describe('a lone star is everything, or everything that has the field', () => {
  testCases([
    ['*', 'all'],
    ['*:*', 'all'],
    ['* : *', 'all'],
    ['(*)', 'all'],
    ['**', 'all'],
    ['-*', '-all'],
    ['*:*^2', 'all^2'],
    ['*:*~1 *~^2', 'all all^2'],
    ['*^=0', 'all^=0'],
    ['+*:* -a', '+all -a'],
    ['f:*', 'exists(f)'],
    ['f:(*)', 'exists(f)'],
    ['f:(* -a)', 'exists(f) -f:a'],
    ['f:(*:*)', 'all'],
    ['-f:*', '-exists(f)'],
    ['f:[* TO *]', 'exists(f)'],
    ['f:{* TO *}', 'exists(f)'],
    ['[* TO *]', '[* TO *]'],
  ])
})

// search-8
describe('fuzzy terms', () => {
  testCases([
    ['a~', 'a~2'],
    ['a~0', 'a~0'],
    ['a~1', 'a~1'],
    ['a~2', 'a~2'],
    ['a~3', 'a~2'],
    ['a~1.0', 'a~1'],
    ['roam~0.5', 'roam~2'],
    ['roam~0.7', 'roam~1'],
    ['roam~0.9', 'roam~0'],
    ['a~b', 'a~2 b'],
    ['a~1b', 'a~1 b'],
    ['a~-1', 'a~2 -1'],
    ['a ~1', 'a~1'],
    ['a~1^2', 'a~1^2'],
    ['a^2~1', 'a~1^2'],
    ['f:a~1', 'f:a~1'],
  ])
})

describe('boosts and constant scores', () => {
  testCases([
    ['a^2', 'a^2'],
    ['a^2.5', 'a^2.5'],
    ['a^0', 'a^0'],
    ['a^=2', 'a^=2'],
    ['a ^2', 'a^2'],
    ['a^2 b', 'a^2 b'],
    ['a^2b', 'a^2 b'],
    ['a^2.', 'a^2 .'],
    ['f:a^2', 'f:a^2'],
    ['+a^2 -b', '+a^2 -b'],
    ['((a)^2)^3', 'a^2^3'],
    ['[a TO b]^2', '[a TO b]^2'],
  ])
})

// search-8
describe('ranges', () => {
  testCases([
    ['[a TO b]', '[a TO b]'],
    ['{a TO b}', '{a TO b}'],
    ['{a TO b]', '{a TO b]'],
    ['[a TO b}', '[a TO b}'],
    ['f:[* TO 5}', 'f:[* TO 5}'],
    ['f:[5 TO *]', 'f:[5 TO *]'],
    ['f:{5 TO *}', 'f:{5 TO *]'],
    ['f:[-5 TO 5]', 'f:[-5 TO 5]'],
    ['f:[-5 TO -1]', 'f:[-5 TO -1]'],
    ['f:["a b" TO "c d"]', "f:['a b' TO 'c d']"],
    ['f:["*" TO b]', "f:['*' TO b]"],
    ['f:[\\* TO b]', "f:['*' TO b]"],
    ['f:["TO" TO TO]', 'f:[TO TO TO]'],
    ['f:[TO TO b]', 'f:[TO TO b]'],
    ['f:[TOP TO b]', 'f:[TOP TO b]'],
    ['f:[ a  TO  b ]', 'f:[a TO b]'],
    ['f:[5* TO 6?]', "f:['5*' TO '6?']"],
    ['f:[10:30 TO 11:30]', "f:['10:30' TO '11:30']"],
    ['f:[(a TO b)]', "f:['(a' TO 'b)']"],
    ['f:["a]" TO b]', "f:['a]' TO b]"],
    ['f:[a\\ b TO c]', "f:['a b' TO c]"],
    ['-f:[1 TO 2]', '-f:[1 TO 2]'],
    ['f:([1 TO 2] [5 TO 6])', 'f:[1 TO 2] f:[5 TO 6]'],
  ])
})

// search-8
describe('date expressions keep their text', () => {
  testCases([
    ['created:NOW', 'created:date(NOW)'],
    ['created:NOW/DAY', 'created:date(NOW/DAY)'],
    ['created:NOW/DAY-7DAYS', 'created:date(NOW/DAY-7DAYS)'],
    ['created:[NOW/DAY-7DAYS TO NOW]', 'created:[date(NOW/DAY-7DAYS) TO date(NOW)]'],
    ['created:[2024-01-01T00:00:00Z TO *}', 'created:[date(2024-01-01T00:00:00Z) TO *]'],
    ['created:2024-01-01T00\\:00\\:00Z', 'created:date(2024-01-01T00:00:00Z)'],
    [
      'created:[2024-01-01T00:00:00.5Z+1MONTH/DAY TO NOW]',
      'created:[date(2024-01-01T00:00:00.5Z+1MONTH/DAY) TO date(NOW)]',
    ],
    ['created:["NOW-1HOUR" TO NOW]', 'created:[date(NOW-1HOUR) TO date(NOW)]'],
    ['NOWHERE', 'NOWHERE'],
    ['NOW/FORTNIGHT', 'NOW/FORTNIGHT'],
    ['2024-01-01', '2024-01-01'],
  ])
})

// search-11
describe('a timecode keeps its colons, as people type it', () => {
  testCases([
    ['10:00:05:12', '"10:00:05:12"'],
    ['10:00:05;12', '"10:00:05;12"'],
    ['1:02:03', '"1:02:03"'],
    ['10:00:05.120', '"10:00:05.120"'],
    ['timecode:10:00:05:12', 'timecode:"10:00:05:12"'],
    ['door 10:00:05:12', 'door "10:00:05:12"'],
    ['(10:00:05:12)', '"10:00:05:12"'],
    ['-10:00:05:12 door', '-"10:00:05:12" door'],
    ['12:30', '12:30'],
  ])
})
