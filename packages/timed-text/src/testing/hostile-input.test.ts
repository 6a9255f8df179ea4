import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { leftToAll } from '../../../../apps/server/test/extent.ts'
import { formats } from '../formats/ttml/testing/validated.ts'
import { type FormatId, type MillisecondDocument, readSrt, readWebvtt } from '../index.ts'
import { countInputs } from './arbitraries.ts'
import { featureSamples } from './feature-samples.ts'

const ttmlHead = '<tt xmlns="http://www.w3.org/ns/ttml"><body><div>'
/** A header of EBU STL, bytes as characters: 25 frames, level-1 teletext, Latin. */
const stlHead = '850STL25.0110009'.padEnd(1024)
/** What makes a file of each format, and one cue of it that goes on as it may. */
const fileHeads: Record<FormatId, string> = {
  srt: '',
  webvtt: 'WEBVTT\n\n',
  ass: '[Events]\n',
  ebustl: stlHead,
  ebuttd: ttmlHead,
  ebutt: ttmlHead,
  imsc: ttmlHead,
  itt: ttmlHead,
  scc: 'Scenarist_SCC V1.0\n\n',
  csv: 'In,Out,Text\n',
  xlsx: 'PK\x03\x04xl/',
}
const ttmlCue = '<p begin="1s" end="2s">'
const cues: Record<FormatId, { head: string; end: string }> = {
  srt: { head: '1\n00:00:01,000 --> 00:00:02,000\n', end: '' },
  webvtt: { head: '00:01.000 --> 00:02.000\n', end: '\n' },
  ass: { head: 'Dialogue: 0,0:00:01.00,0:00:02.00,,,,,,,', end: '\n' },
  ebustl: { head: '\0\x01\0\xff\0\0\0\x01\0\0\0\x02\0\x16\x02\0', end: 'x'.padEnd(112, '\x8f') },
  ebuttd: { head: ttmlCue, end: '</p>' },
  ebutt: { head: ttmlCue, end: '</p>' },
  imsc: { head: ttmlCue, end: '</p>' },
  itt: { head: ttmlCue, end: '</p>' },
  scc: { head: '00:00:01:00\t9420 9420 9470 9470 ', end: 'c180 942f 942f 942c 942c\n' },
  csv: { head: '00:00:01.000,00:00:02.000,"', end: '"\n' },
  xlsx: { head: '', end: '' },
}
const ttmlEnd = '</div></body></tt>'
const fileEnds: Partial<Record<FormatId, string>> = { ebuttd: ttmlEnd, ebutt: ttmlEnd, imsc: ttmlEnd, itt: ttmlEnd }

/** The beginning of a file, until where the text of its first cue is. */
function beginOf(id: FormatId): string {
  return fileHeads[id] + cues[id].head
}

function fileOf(id: FormatId, cueCount: number): string {
  if (id === 'xlsx') {
    const { cues } = featureSamples.frames.document
    const table = { timing: { unit: 'milliseconds' as const }, cues: Array.from({ length: cueCount }, () => cues[0]!) }
    return Buffer.from(formats.xlsx.write(table).content).toString('latin1')
  }
  const { head, end } = cues[id]
  return `${fileHeads[id]}${`${head}${end}`.repeat(cueCount)}${fileEnds[id] ?? ''}`
}

/** Each is repeated to any length: unclosed, unbalanced and blank things that invite a reader to look ahead again and again. */
const patterns: readonly string[] = [
  '<',
  '<b',
  '<b>x',
  '</b>x',
  '<b><i></b></i>x',
  '<font color=',
  '<font color="',
  '<font   ',
  '<c.a.a.a',
  '<c.a>x',
  '<c.a>x\u00a0\n',
  '<v   ',
  '<00:00:01.000>x',
  '&',
  '&#x',
  '{\\an',
  '{\\i1}x',
  '{\\r}\\N',
  '\\{',
  '{\\t(',
  '{\\p1}m',
  ',',
  '\nComment: 0,0:00:01.00,0:00:01.00,,,,,,,x',
  '\nStyle: a',
  '\nFormat: Start, End, Text,',
  '\n[V4+ Styles]\nStyle: x,Arial,20,,,,,,,,,,,,,,,,,,,,1',
  '\u00a0\n',
  '\n',
  '\nx\n',
  '\r',
  ' ',
  '1\n',
  '1',
  '-->\n',
  '->',
  '00:00:01,000 --> 00:00:02,000\n',
  '00:00:01.000 --> 00:00:02.000 line:1\n\n',
  'STYLE\n\n',
  'NOTE\n\n',
  'REGION\nid:a\n\n',
  '<span>x</span>',
  '<span>',
  '<br/>',
  '</p><p begin="1s">',
  '<p x="',
  '<![CDATA[',
  '<!--',
  '&lt;',
  '\x0d\x0b\x0b',
  '\x01\x1d\x02',
  '\xc8',
  '\x8a\x8a',
  '\x80x\x81',
  'c1c2 ',
  '94ae 9420 9470 c1c2 942f ',
  '9425 94ad c1c2 ',
  '9429 94a1 c1c2 94d0 ',
  '\n00:00:01:00\t942c',
]

// Half of the inputs are bytes, half are files with changes.
const numRuns = countInputs(200, 40_000) / 2
const mixtureCount = Math.floor(countInputs(0) / 1000)
/** Files of some kilobytes take milliseconds; so long takes only what hangs. */
const maxCpuMs = 5000

/** A document with something of everything. */
const rich: MillisecondDocument = {
  ...featureSamples.regions.document,
  notes: ['The end'],
  styleSheets: ['::cue(b) { color: red; }'],
  cues: Object.values(featureSamples).flatMap(({ document }) => document.cues),
}

/** What the processor spent on it, in milliseconds. */
function measureCpu(work: () => void): number {
  const begin = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}

describe('hostile input', () => {
  for (const format of Object.values(formats)) {
    test(`${format.label}: any bytes give a document, never an exception`, () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, hasHead) => {
          const head = hasHead ? Buffer.from(beginOf(format.id), 'latin1') : new Uint8Array()
          const file = Uint8Array.from([...head, ...bytes])
          assert.ok(measureCpu(() => format.write(format.read(file).document)) < maxCpuMs)
        }),
        { numRuns },
      )
    })

    test(`${format.label}: files that were mutated give documents that are written and read again`, () => {
      const piece = fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constantFrom(...patterns).map(toBytes))
      const mutation = fc.tuple(fc.nat(), fc.nat(20), piece)
      const file = toBytes(format.write(rich).content)
      fc.assert(
        fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), mutations => {
          let bytes = file
          for (const [at, length, piece] of mutations) {
            const index = at % bytes.length
            bytes = Buffer.concat([bytes.subarray(0, index), piece, bytes.subarray(index + length)])
          }
          const cpuMs = measureCpu(() => {
            const { document } = format.read(bytes, { maxCues: 1000 })
            format.read(format.write(document).content)
          })
          assert.ok(cpuMs < maxCpuMs, `${cpuMs} ms`)
        }),
        { numRuns },
      )
    })

    test(`${format.label}: reading and writing take time in proportion to the size`, { skip: leftToAll }, () => {
      const mixture = fc.array(fc.constantFrom(...patterns), { minLength: 2, maxLength: 4 }).map(some => some.join(''))
      const mixtures = mixtureCount > 0 ? fc.sample(mixture, mixtureCount) : []
      for (const pattern of [...patterns, ...mixtures]) {
        const cost = (length: number) => {
          const file = beginOf(format.id) + pattern.repeat(length / pattern.length)
          return measureCpu(() => format.write(format.read(file).document))
        }
        cost(20_000)
        // Quadratic cost would be 64 times as much; a linear one is 8 times, with room for a busy machine.
        const [smallMs, largeMs] = [cost(20_000), cost(160_000)]
        assert.ok(largeMs < 30 * smallMs + 150, `${JSON.stringify(pattern)}: ${smallMs} ms, then ${largeMs} ms`)
      }
    })

    test(`${format.label}: limits are kept, and told`, () => {
      const file = fileOf(format.id, 5)
      const few = format.read(file, { maxCues: 3 })
      assert.equal(few.document.cues.length, 3)
      assert.equal(few.diagnostics.at(-1)?.code, 'IMPORT_LIMIT_REACHED')
      assert.equal(format.read(file, { maxCues: 5 }).document.cues.length, 5)
      const large = format.read(file, { maxBytes: file.length - 1 })
      assert.deepEqual(large.document.cues, [])
      assert.deepEqual(
        large.diagnostics.map(({ code, severity }) => [code, severity]),
        [['IMPORT_TOO_LARGE', 'error']],
      )
    })
  }

  test('problems beyond the limit are counted, not listed', () => {
    const { diagnostics } = readWebvtt(`${beginOf('webvtt')}${'</b>'.repeat(50)}`, { maxDiagnostics: 10 })
    assert.equal(diagnostics.length, 11)
    assert.equal(diagnostics.at(-1)?.count, 40)
  })

  test('tags nested deeper than anyone needs are ignored, their text is kept', () => {
    const deep = '<i>'.repeat(100)
    for (const { document, diagnostics } of [
      readSrt(`${beginOf('srt')}${deep}x`),
      readWebvtt(`${beginOf('webvtt')}${deep}x`),
    ]) {
      assert.deepEqual(document.cues[0]?.textParts, [{ type: 'text', content: 'x', style: { italic: true } }])
      assert.ok(diagnostics.some(({ message }) => message.includes('too deeply')))
    }
  })
})
