/*
 * Scenarist SCC: the captions of line 21 (47 CFR 15.119, since 2012 79.101, and CTA-608-E) as words of two bytes, of which one is sent a frame
 * from the timecode of its line on.
 *
 * support.ts lists what of a document survives. Files count frames of 29.97 a second, with drop frame (`;`) or without
 * (`:`), and so does the document that is read, from 00:00:00:00; times of other rates go to the nearest of these frames.
 * ext.scc.dropFrame is how the file counts.
 *
 * Pop-on, roll-up and paint-on captions of CC1 are read as a decoder shows them: a cue begins and ends where the screen
 * changes, and text that a later line of the file adds begins later within its cue. In roll-up, each cue has the rows
 * that are still shown, so that a line is in several of them.
 *
 * Pop-on captions are written. Each is loaded so long before it that it appears at its frame; one that there is no time
 * for appears late, and is left out where it would be over by then. Both are reported.
 *
 * Where ttconv 1.2.3 and pycaption 2.3.14 read the published files in another way (conformance/scc), and why this is so here:
 *
 *   text after column 32      both have it; it replaces the character in that column (15.119(f)), and is reported
 *   words without parity      pycaption drops them; they are read and reported
 *   start of roll-up, paint   ttconv the code before the text, pycaption the timecode of the line; here the first text
 *   rows of roll-up           pycaption one a cue; here, as in ttconv, all that are shown
 *   rows of paint-on          ttconv a cue more for each; here one for each line of the file
 *   a line that overlaps      both begin it at its timecode; a frame carries one word, so that it begins later
 *   EDM shortly before EOC    pycaption ends the caption at the EOC; here at the EDM
 *   mid-row code by a space   pycaption joins them; they are two cells (15.119(h))
 *   extended characters       pycaption has each of several; each replaces the one before (CTA-608-E 6.4.2)
 *   drop frame                pycaption takes labels for the clock, up to a frame off
 *   no EDM at the end         ttconv no end; here 4 seconds after the last word
 */
import type { FormatCode } from '../../format.ts'
import { readScc } from './read/read.ts'
import { signature } from './signature.ts'
import { sccSupport } from './support.ts'
import { writeScc } from './write/write.ts'

export { readScc } from './read/read.ts'
export { writeScc } from './write/write.ts'

export const scc = {
  signature,
  support: sccSupport,
  read: readScc,
  write: writeScc,
} as const satisfies FormatCode
