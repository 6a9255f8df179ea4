import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSingle, nameKeys } from '../../src/platform/keys/key-match.ts'

const pressed = (key: string, code: string, held: Partial<Record<'ctrl' | 'meta' | 'alt' | 'shift', true>> = {}) =>
  nameKeys({
    key,
    code,
    ctrlKey: held.ctrl ?? false,
    metaKey: held.meta ?? false,
    altKey: held.alt ?? false,
    shiftKey: held.shift ?? false,
  })

test('keys are named as commands write them, with the command key as Ctrl', () => {
  assert.deepEqual(pressed('k', 'KeyK', { ctrl: true }), ['Ctrl+K'])
  assert.deepEqual(pressed('k', 'KeyK', { meta: true }), ['Ctrl+K'])
  assert.deepEqual(pressed('Z', 'KeyZ', { ctrl: true, shift: true }), ['Ctrl+Shift+Z'])
  assert.deepEqual(pressed('ArrowUp', 'ArrowUp', { alt: true }), ['Alt+ArrowUp'])
  assert.deepEqual(pressed(' ', 'Space'), ['Space'])
})

test('signs are known by what they are, whether or not they need Shift', () => {
  assert.deepEqual(pressed('?', 'Slash', { shift: true }), ['?'])
  assert.deepEqual(pressed('[', 'BracketLeft'), ['['])
})

test('digits with Shift are also known by their place', () => {
  assert.deepEqual(pressed('!', 'Digit1', { shift: true }), ['!', 'Shift+1'])
  assert.deepEqual(pressed('&', 'Digit1'), ['&'])
})

test('single signs rest while one types, combinations do not', () => {
  assert.deepEqual(['?', 'G L', 'Shift+1', 'Space'].map(isSingle), [true, true, true, true])
  assert.deepEqual(['Ctrl+K', 'Alt+ArrowUp', 'F4'].map(isSingle), [false, false, false])
})
