import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSrt } from '../index.ts'
import { findColour } from './colour.ts'
import { namedColours } from './colour-names.ts'

describe('colours', () => {
  // CSS Color 4, 6.1: "CSS defines a large set of named colors"; 5.2: "#rrggbbaa"; 5.1: "rgb() and rgba() are aliases"
  const cases: readonly [string, string | undefined][] = [
    ['darkorange', '#ff8c00'],
    ['RebeccaPurple', '#663399'],
    ['#f80', '#ff8800'],
    ['#f808', '#ff880088'],
    ['ff8800', '#ff8800'],
    ['rgb(255, 136, 0)', '#ff8800'],
    ['rgb(100%, 0%, 50%)', '#ff0080'],
    ['rgb(300 0 0)', '#ff0000'],
    ['rgba(255,0,0,.5)', '#ff000080'],
    ['rgb(255 0 0 / 50%)', '#ff000080'],
    ['rgb(255,0,0,1)', '#ff0000'],
    ['rgb(255,0)', undefined],
    ['rgb(red)', undefined],
    ['1234', undefined],
    ['mauve', undefined],
    ['constructor', undefined],
  ]
  for (const [text, expected] of cases) {
    test(`"${text}" is ${expected}`, () => assert.equal(findColour(text), expected))
  }

  test('are the 148 names of CSS', () => assert.equal(namedColours.size, 148))

  test('of CSS are read in <font> of SubRip', () => {
    const toFile = (colour: string) => `1\n00:00:01,000 --> 00:00:02,000\n<font color="${colour}">x</font>\n`
    for (const [text, expected] of cases) {
      const { document, diagnostics } = readSrt(toFile(text))
      const [part] = document.cues[0]!.textParts
      assert.equal(part?.type === 'text' ? part.style?.colour : '', expected, text)
      assert.equal(diagnostics.length, expected === undefined ? 1 : 0, text)
    }
  })
})
