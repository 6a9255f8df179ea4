import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25, RATE_29_97, RATE_50 } from '@rushes/timebase'
import {
  type FrameDocument,
  findFormat,
  findFormatByFileName,
  findFormatByMediaType,
  formats,
  listFormats,
  mapTimes,
  readSrt,
  toFrameDocument,
  toMillisecondDocument,
  toPlainText,
} from './index.ts'

describe('the list of formats', () => {
  test('each has its own id, and no name, media type or extension belongs to two', () => {
    for (const [id, format] of Object.entries(formats)) assert.equal(format.id, id)
    const all = listFormats()
    for (const names of [
      all.flatMap(({ id, aliases, mediaTypes }) => [id, ...aliases, ...mediaTypes]),
      all.map(({ extension }) => extension),
      all.map(({ label }) => label),
    ]) {
      assert.equal(new Set(names).size, names.length)
    }
  })

  test('no two formats share a media type with the same parameter', () => {
    const types = listFormats().flatMap(({ profiledMediaTypes = [] }) => profiledMediaTypes)
    assert.equal(new Set(types).size, types.length)
    for (const format of listFormats()) {
      for (const type of format.profiledMediaTypes ?? []) assert.equal(findFormatByMediaType(type), format)
    }
  })

  test('is searched by id, alias and media type', () => {
    for (const format of listFormats()) {
      const { id, aliases, listForm, mediaTypes } = format
      for (const name of [id, ...aliases, listForm, ...mediaTypes]) {
        assert.equal(findFormat(name), format)
        assert.equal(findFormat(name.toUpperCase()), format)
      }
    }
    for (const name of ['', 'toString', 'text/html']) assert.equal(findFormat(name), undefined)
  })

  test('is searched by media type', () => {
    assert.equal(findFormatByMediaType('application/x-subrip'), formats.srt)
    assert.equal(findFormatByMediaType('Text/SRT; charset=utf-8'), formats.srt)
    assert.equal(findFormatByMediaType('text/vtt'), formats.webvtt)
    assert.equal(findFormatByMediaType('application/ttml+xml; codecs=etd1'), formats.ebuttd)
    assert.equal(findFormatByMediaType('application/x-ebu-tt+xml'), formats.ebutt)
    assert.equal(findFormatByMediaType('application/ttml+xml; charset=utf-8; Profile="ebu-tt"'), formats.ebutt)
    assert.equal(findFormatByMediaType('application/ttml+xml;profile=other'), formats.ebuttd)
    assert.equal(findFormatByMediaType('application/ttml+xml;codecs=im2t'), formats.imsc)
    assert.equal(findFormatByMediaType('application/ttml+xml; codecs="im9t|im3t"'), formats.imsc)
    assert.equal(findFormatByMediaType('application/ttml+xml; codecs="im1t|im2t"'), formats.ebuttd)
    assert.equal(findFormatByMediaType('application/ttml+xml; codecs=im9t'), formats.ebuttd)
    assert.equal(findFormatByMediaType('text/x-scc; charset=utf-8'), formats.scc)
    assert.equal(findFormatByMediaType('text/html'), undefined)
    assert.equal(findFormatByMediaType(''), undefined)
  })

  test('is searched by file name', () => {
    assert.equal(findFormatByFileName('a.b.SRT'), formats.srt)
    assert.equal(findFormatByFileName('vtt'), formats.webvtt)
    for (const name of ['a.ttml', 'a.xml', 'a.dfxp']) assert.equal(findFormatByFileName(name), formats.ebuttd)
    assert.equal(findFormatByFileName('a.ebutt'), formats.ebutt)
    assert.equal(findFormatByFileName('a.stl'), formats.ebustl)
    assert.equal(findFormatByFileName('a.scc'), formats.scc)
    assert.equal(findFormatByFileName('a.pdf'), undefined)
  })
})

describe('the times of a document', () => {
  const file = '1\n00:00:01,001 --> 00:00:01,999\nx\n'

  test('stay the milliseconds of the file until they are made frames', () => {
    const { document } = readSrt(file)
    assert.equal(toMillisecondDocument(document).cues[0]?.start, 1001)
    const frames = toFrameDocument(document, RATE_25)
    assert.deepEqual(frames.timing, { unit: 'frames', rate: RATE_25 })
    assert.deepEqual([frames.cues[0]?.start, frames.cues[0]?.end], [25, 50])
  })

  test('go to another rate at the same moment; the times of runs go with them', () => {
    const document: FrameDocument = {
      timing: { unit: 'frames', rate: RATE_50 },
      cues: [
        { start: 50, end: 101, textParts: [{ type: 'text', content: 'a', start: 60, end: 80 }, { type: 'lineBreak' }] },
      ],
    }
    assert.deepEqual(toFrameDocument(document, RATE_25).cues, [
      { start: 25, end: 51, textParts: [{ type: 'text', content: 'a', start: 30, end: 40 }, { type: 'lineBreak' }] },
    ])
    assert.equal(toFrameDocument(document, { num: 100, den: 2 }).cues, document.cues)
    assert.equal(toFrameDocument(document, RATE_29_97).cues[0]?.end, 61)
    assert.equal(mapTimes(document, time => time + 10).cues[0]?.textParts[0]?.type, 'text')
    assert.equal(mapTimes(document, time => time + 10).cues[0]?.end, 111)
    assert.equal(toPlainText(document.cues[0]!.textParts), 'a\n')
  })
})
