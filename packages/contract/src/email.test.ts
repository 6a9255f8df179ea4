import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail } from './email.ts'

// accounts-3
test('an email address is one address without name, brackets or a list', () => {
  for (const text of [
    'x@corp.example',
    'x.y+z@corp',
    "o'neil@corp.example",
    'jürgen@müller.example',
    'admin@localhost',
  ]) {
    assert.equal(isEmail(text), true, text)
  }
  for (const text of [
    '<x@corp.example>',
    'X <x@corp.example>',
    'x@corp.example>',
    'x@corp.example,y@corp.example',
    'x@corp.example;y',
    '"x"@corp.example',
    'x@y@z',
    'x@',
    '@x',
    'x',
    '',
    'x @y',
    'x@y\n',
    'mailto:x@corp.example',
    `${'x'.repeat(320)}@y`,
  ]) {
    assert.equal(isEmail(text), false, text)
  }
})
