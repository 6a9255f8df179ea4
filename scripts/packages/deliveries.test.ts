/** Deliveries made of a file at the wrong rate, as ttconv reads them, which has nothing in common with this project. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { RATE_24, RATE_25 } from '../../packages/timebase/src/index.ts'
import { convertFile, findDeliveryProfile, formats, readSrt } from '../../packages/timed-text/src/index.ts'
import { installPython, pythonIsMissing as skip } from '../peers/python.ts'
import { run } from '../peers/run.ts'

/** Prints the texts that are shown in the files that it is called with, each with its times in seconds. */
const program = `import json
import sys
import xml.etree.ElementTree as et
from ttconv.imsc import reader as imsc
from ttconv.isd import ISD
from ttconv.model import Br, Text
from ttconv.stl import reader as stl

def read(path):
    if path.endswith(".stl"):
        with open(path, "rb") as file:
            return stl.to_model(file)
    return imsc.to_model(et.parse(path))

def list_text(element):
    if isinstance(element, Text):
        return element.get_text()
    if isinstance(element, Br):
        return "|"
    return "".join(list_text(child) for child in element)

def list_cues(document):
    times = ISD.significant_times(document)
    for start, end in zip(times, times[1:]):
        shown = ISD.from_model(document, start)
        text = "|".join(list_text(region) for region in shown.iter_regions()) if shown else ""
        if text.strip():
            yield f"{float(start):.2f} {float(end):.2f} {text}"

print(json.dumps([list(list_cues(read(path))) for path in sys.argv[1:]]))
`

/** Of a film at 24 frames: a line that is too long, a subtitle in red that is too short, and italics. */
const film = [
  '1\n00:00:01,000 --> 00:00:04,600\nGuten Abend, meine Damen und Herren, und willkommen\n',
  '2\n00:00:04,600 --> 00:00:05,000\n<font color="#ff0000">Nein…</font>\n',
  '3\n00:00:08,000 --> 00:00:11,000\n<i>Größe</i>\nist alles\n',
].join('\n')

const folder = mkdtempSync(join(tmpdir(), 'rushes-deliveries-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('deliveries of three profiles show the same texts in ttconv, at the frames of the new rate', {
  skip,
}, async () => {
  const python = await installPython('ttconv', join(import.meta.dirname, 'ttconv-requirements.txt'))
  const paths = (['ard', 'bbc-online', 'netflix'] as const).map(id => {
    const delivery = findDeliveryProfile(id, id === 'netflix' ? 'ja' : 'de')!
    const format = formats[delivery.format]
    const conversion = { sourceRate: RATE_24, rate: RATE_25, keep: 'frames', delivery, fix: true } as const
    const path = join(folder, `${id}.${format.extension}`)
    writeFileSync(path, convertFile(readSrt(film), format, conversion).content)
    return path
  })
  writeFileSync(join(folder, 'program.py'), program)
  const { stdout } = await run(python, ['program.py', ...paths], folder)
  // Frame 110 of 24 a second, 4.6 s, is at 4.4 s of 25 a second.
  const last = 'Größe|ist alles'
  assert.deepEqual(JSON.parse(stdout), [
    ['0.96 4.36 Guten Abend, meine Damen und Herren,|und willkommen', '4.40 5.40 Nein...', `7.68 10.56 ${last}`],
    ['0.96 4.40 Guten Abend, meine Damen und Herren,|und willkommen', '4.40 4.80 Nein…', `7.68 10.56 ${last}`],
    ['0.96 4.32 Guten Abend, meine Damen und Herren, und willkommen', '4.40 5.68 Nein…', `7.68 11.44 ${last}`],
  ])
})
