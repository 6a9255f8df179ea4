import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SubtitleEntry, SubtitleTextPart } from '@rushes/contract'
import { RATE_25, RATE_29_97, RATE_30, usualRates } from '@rushes/timebase'
import { formats, toFrameDocument } from '@rushes/timed-text'
import fc from 'fast-check'
import { settleContent } from '../change/settle.ts'
import { defaultRegions } from '../rules/presets.ts'
import { toContent, toDocument } from './timed-text.ts'

const yes = fc.constant(true as const)
const colour = fc.constantFrom('#ff0000' as const, '#00ff00' as const, '#123456' as const)
const style = fc.record({ italic: yes, bold: yes, underline: yes, colour }, { requiredKeys: [] })
const words = fc.stringMatching(/^[a-zé<>&{}\\/-]{1,8}( [a-z0-9]{1,8})?$/)

/** Runs of which none has the style of the next, so that they stay apart, with line breaks between some. */
const textParts: fc.Arbitrary<SubtitleTextPart[]> = fc
  .array(fc.record({ content: words, style, breaks: fc.boolean() }), { minLength: 1, maxLength: 4 })
  .map(runs =>
    runs.flatMap(({ content, style, breaks }, index): SubtitleTextPart[] => {
      const { underline: _underline, ...others } = style
      const own = index % 2 === 1 ? { ...others, underline: true } : others
      const isPlain = Object.keys(own).length === 0
      return [
        ...(breaks && index > 0 ? [{ content: '\n', type: 'lineBreak' }] : []),
        { content, type: 'text', ...(!isPlain && { style: own }) },
      ]
    }),
  )

const entries: fc.Arbitrary<SubtitleEntry[]> = fc
  .array(
    fc.record({
      start: fc.integer({ min: 0, max: 10_000_000 }),
      length: fc.integer({ min: 1, max: 500 }),
      region: fc.constantFrom(...defaultRegions),
      textParts,
    }),
    { maxLength: 5 },
  )
  .map(items => items.map(({ start, length, ...rest }) => ({ start, end: start + length, ...rest })))

/** What EBU STL holds: its times have two rates, its words eight colours, and its texts no other style. */
function toPlainEntry({ start, end, region, textParts = [] }: SubtitleEntry): SubtitleEntry {
  const words = textParts.map(({ content }) => content).join('')
  const style = { colour: '#ff0000' as const, doubleHeight: true as const }
  const plain = words.replaceAll('\n', ' ').replaceAll('{', '(').replaceAll('}', ')')
  return {
    start: start % 2_000_000,
    end: (start % 2_000_000) + end - start,
    ...(region !== undefined && { region }),
    textParts: [{ content: plain, type: 'text', style }],
  }
}

/** What subtitles say and where and when, without what a format keeps of its own file. */
function withoutExtension({ ext: _ext, subtitles, ...content }: ReturnType<typeof toContent>) {
  return { ...content, subtitles: subtitles.map(({ ext: _ext, ...entry }) => entry) }
}

describe('subtitles', () => {
  const { ebustl, scc, itt, csv, xlsx, ...others } = formats

  test(`are the same after ${ebustl.label}, at the rates that it has`, () => {
    fc.assert(
      fc.property(entries, fc.constantFrom(RATE_25, RATE_29_97, RATE_30), (generated, rate) => {
        const rules = { presetId: null, regions: defaultRegions, frameCount: 0 }
        const content = settleContent({ subtitles: generated.map(toPlainEntry) }, rules)
        const file = ebustl.write(toDocument(content, { rate }))
        assert.deepEqual(
          file.diagnostics.filter(({ code }) => code !== 'TELETEXT_ROW_OVERFLOW' && code !== 'TIMING_OVERLAP'),
          [],
        )
        const { document } = ebustl.read(file.content, { rate })
        const read = toContent(toFrameDocument(document, rate), defaultRegions).subtitles
        assert.deepEqual(
          read.map(({ id: _id, ext: _ext, ...entry }) => entry),
          content.subtitles,
        )
      }),
    )
  })

  test(`have the same frames after ${scc.label} at 29.97, where there is time to send them`, () => {
    const region = 'bottomRegion'
    const starts = fc.uniqueArray(fc.nat(500), { maxLength: 5 }).map(list => list.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(starts, list => {
        const subtitles = list.map((start, index) => {
          return {
            start: 100 * start + 100,
            end: 100 * start + 150,
            region,
            textParts: [{ content: `${index}`, type: 'text' }],
          }
        })
        const content = settleContent({ subtitles }, { presetId: null, regions: defaultRegions, frameCount: 0 })
        const file = scc.write(toDocument(content, { rate: RATE_29_97 }))
        assert.deepEqual(file.diagnostics, [])
        const read = toContent(toFrameDocument(scc.read(file.content).document, RATE_29_97), defaultRegions)
        assert.deepEqual(read.subtitles, content.subtitles)
      }),
    )
  })

  test(`are the same after ${itt.label} at the rates that it has, at the top and at the bottom`, () => {
    fc.assert(
      fc.property(entries, fc.constantFrom(RATE_25, RATE_29_97, RATE_30), (generated, rate) => {
        const subtitles = generated.map(entry => ({
          ...entry,
          ...{ start: entry.start % 2_000_000, end: (entry.start % 2_000_000) + entry.end - entry.start },
        }))
        const content = settleContent({ subtitles }, { presetId: null, regions: defaultRegions, frameCount: 0 })
        const file = itt.write(toDocument(content, { rate }))
        // Generated subtitles overlap.
        const lost = file.diagnostics.filter(({ code }) => code !== 'TIMING_OVERLAP')
        assert.deepEqual(lost, [])
        const read = toContent(toFrameDocument(itt.read(file.content).document, rate), defaultRegions)
        assert.deepEqual(withoutExtension(read), content)
      }),
    )
  })

  for (const table of [csv, xlsx]) {
    test(`have the same words and times after ${table.label}, at every rate`, () => {
      fc.assert(
        fc.property(entries, fc.constantFrom(...usualRates), (generated, rate) => {
          const subtitles = generated.map(({ start, end, textParts = [] }) => {
            const words = textParts.map(({ content, type }) => (type === 'lineBreak' ? ' ' : content)).join('')
            return { start, end, region: 'bottomRegion', textParts: [{ content: words, type: 'text' }] }
          })
          const content = settleContent({ subtitles }, { presetId: null, regions: defaultRegions, frameCount: 0 })
          const file = table.write(toDocument(content, { rate }))
          assert.deepEqual(file.diagnostics, [])
          const { document } = table.read(file.content, { rate })
          assert.deepEqual(withoutExtension(toContent(toFrameDocument(document, rate), defaultRegions)), content)
        }),
      )
    })
  }

  for (const format of Object.values(others)) {
    test(`are the same after ${format.label}, at every rate`, () => {
      fc.assert(
        fc.property(entries, fc.constantFrom(...usualRates), (subtitles, rate) => {
          const content = settleContent({ subtitles }, { presetId: null, regions: defaultRegions, frameCount: 0 })
          const file = format.write(toDocument(content, { rate }))
          // Generated subtitles follow each other faster than any player draws.
          const lost = file.diagnostics.filter(({ code }) => code !== 'RENDER_MODEL_EXCEEDED')
          assert.deepEqual(lost, [])
          const { document } = format.read(file.content)
          const read = toContent(toFrameDocument(document, rate), defaultRegions)
          // ASS keeps the styles of its file.
          assert.deepEqual(format === formats.ass ? withoutExtension(read) : read, content)
        }),
      )
    })
  }
})
