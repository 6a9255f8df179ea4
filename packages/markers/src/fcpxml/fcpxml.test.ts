import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayDropFrame, RATE_25, RATE_29_97, usualRates } from '@rushes/timebase'
import { type Cut, type MarkedClip, toCutOfClip } from '../cut.ts'
import { formats } from '../formats.ts'

const writeFcpxml = formats.fcpxml.write

const anyClip: MarkedClip = {
  name: 'A & "B" <C>',
  fileName: 'a/b #1.mov',
  format: { rate: RATE_25, dropFrame: false },
  startTimecode: 90_000,
  frameCount: 1000,
  markers: [],
}

/** A time of the file as frames: `1001/30000s` is one at 29.97. */
function toFrames(time: string, { num, den }: { num: number; den: number }): number {
  const match = /^(\d+)(?:\/(\d+))?s$/.exec(time)
  const frames = (Number(match?.[1]) * num) / (Number(match?.[2] ?? 1) * den)
  assert.ok(Number.isInteger(frames), `${time} is a whole number of frames`)
  return frames
}

const attributesOf = (xml: string, element: string) =>
  Array.from(xml.matchAll(new RegExp(`<${element}( [^>]*?)/?>`, 'g')), ([, attributes = '']) =>
    Object.fromEntries(
      Array.from(attributes.matchAll(/(\w+)="([^"]*)"/g), ([, name = '', value]) => [name, value ?? '']),
    ),
  )

describe('FCPXML', () => {
  for (const rate of usualRates) {
    for (const dropFrame of mayDropFrame(rate) ? [false, true] : [false]) {
      test(`has whole frames at ${rate.num}/${rate.den}${dropFrame ? ' drop frame' : ''}`, () => {
        const startTimecode = Math.round((3600 * rate.num) / rate.den)
        const markers = [0, 1, 777, 999].map(frame => ({ frame, text: `at ${frame}` }))
        const xml = writeFcpxml(toCutOfClip({ ...anyClip, format: { rate, dropFrame }, startTimecode, markers }))
        const [format] = attributesOf(xml, 'format')
        assert.equal(toFrames(format?.frameDuration ?? '', rate), 1)
        const [piece] = attributesOf(xml, 'asset-clip')
        const start = toFrames(piece?.start ?? '', rate)
        assert.equal(start, startTimecode)
        assert.equal(piece?.offset, piece?.start, 'the cut of a clip has the clip’s timecode')
        assert.equal(toFrames(piece?.duration ?? '', rate), 1000)
        assert.equal(piece?.tcFormat, dropFrame ? 'DF' : 'NDF')
        for (const [index, marker] of attributesOf(xml, 'marker').entries()) {
          assert.equal(`at ${toFrames(marker.start ?? '', rate) - start}`, markers[index]?.text)
          assert.equal(toFrames(marker.duration ?? '', rate), 1)
        }
      })
    }
  }

  test('keeps every text that XML can hold, and what it cannot as U+FFFD', () => {
    const text = ']]> <b> & "q" \'a\'\n\r\t\u0085\u2028 🎬 \u0000\u0008\ufffe'
    const xml = writeFcpxml(toCutOfClip({ ...anyClip, markers: [{ frame: 0, text, author: 'A\nB' }] }))
    assert.equal(
      attributesOf(xml, 'marker')[0]?.value,
      "]]&gt; &lt;b&gt; &amp; &quot;q&quot; 'a'&#10;&#13;&#9;&#133;&#8232; 🎬 \ufffd\ufffd\ufffd",
    )
    assert.match(xml, / note="A&#10;B"/)
    assert.match(xml, /<asset id="a1" name="A &amp; &quot;B&quot; &lt;C&gt;"/)
    assert.match(xml, /src="file:\/\/\/a%2Fb%20%231\.mov"/)
  })

  test('names each format and each asset once, and keeps the speed of a clip of another rate', () => {
    const clip: MarkedClip = { ...anyClip, frameSize: { width: 1920, height: 1080 } }
    const other: MarkedClip = {
      ...anyClip,
      name: 'Other',
      format: { rate: RATE_29_97, dropFrame: true },
      startTimecode: 0,
    }
    const cut: Cut = {
      name: 'Cut',
      format: clip.format,
      startTimecode: 90_000,
      pieces: [
        { clip, range: { start: 0, end: 100 } },
        { clip: other, range: { start: 0, end: 300 } },
        { clip, range: { start: 200, end: 300 } },
      ],
    }
    const xml = writeFcpxml(cut)
    assert.deepEqual(
      attributesOf(xml, 'format').map(({ id, frameDuration, width, height }) => [id, frameDuration, width, height]),
      [
        ['f1', '1/25s', '1920', '1080'],
        ['f2', '1001/30000s', undefined, undefined],
      ],
    )
    assert.deepEqual(
      attributesOf(xml, 'asset').map(({ id }) => id),
      ['a1', 'a2'],
    )
    assert.deepEqual(
      attributesOf(xml, 'asset-clip').map(({ ref, offset, duration, start }) => [ref, offset, duration, start]),
      [
        ['a1', '3600s', '4s', '3600s'],
        ['a2', '3604s', '10s', '0s'],
        ['a1', '3614s', '4s', '3608s'],
      ],
    )
    assert.equal(xml.match(/<conform-rate scaleEnabled="0"\/>/g)?.length, 1)
    assert.deepEqual(attributesOf(xml, 'sequence')[0], {
      format: 'f1',
      duration: '18s',
      tcStart: '3600s',
      tcFormat: 'NDF',
    })
  })

  test('of sound has an asset without a picture', () => {
    const xml = writeFcpxml(toCutOfClip({ ...anyClip, isSound: true }))
    assert.match(xml, /<asset [^>]*hasAudio="1">/)
    assert.doesNotMatch(xml, /hasVideo/)
  })
})
