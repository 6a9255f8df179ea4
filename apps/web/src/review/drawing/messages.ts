import { createTexts } from '../../platform/translations.ts'

/** Of what draws, which is loaded before somebody draws. */
export const texts = createTexts({
  en: {
    drawHint: 'Draw on the picture, then write what it is about.',
    drawingFull: 'A comment holds no more than this.',
    unmark: 'Clear the drawing',
    markBox: 'Mark a box with the keys',
    green: 'Green',
    amber: 'Amber',
    red: 'Red',
    blue: 'Blue',
    white: 'White',
    undoStroke: 'Undo',
    undoLastStroke: 'Undo the last stroke',
    done: 'Done',
    keyBox:
      'Box from {left}, {top} to {right}, {bottom} percent. Arrows move it, Shift with arrows changes its size, Enter takes it.',
    textOnPicture: 'Text on the picture',
    pen: 'Pen',
    arrow: 'Arrow',
    line: 'Line',
    box: 'Box',
  },
  nl: {
    drawHint: 'Teken op het beeld en schrijf waar het over gaat.',
    drawingFull: 'Meer past niet in één opmerking.',
    unmark: 'De tekening wissen',
    markBox: 'Een kader met de toetsen aanwijzen',
    green: 'Groen',
    amber: 'Amber',
    red: 'Rood',
    blue: 'Blauw',
    white: 'Wit',
    undoStroke: 'Ongedaan maken',
    undoLastStroke: 'Laatste streek ongedaan maken',
    done: 'Klaar',
    keyBox:
      'Kader van {left}, {top} tot {right}, {bottom} procent. Pijltjes verplaatsen het, Shift met pijltjes verandert de grootte, Enter neemt het over.',
    textOnPicture: 'Tekst op het beeld',
    pen: 'Pen',
    arrow: 'Pijl',
    line: 'Lijn',
    box: 'Kader',
  },
})
