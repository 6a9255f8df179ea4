import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { WAVEFORM } from '../plan/waveform.ts'
import { PeakMeter } from './peak-meter.ts'

test('peaks do not depend on how the sound is cut into chunks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), fc.array(fc.integer({ min: 1, max: 700 })), (sound, cuts) => {
      const whole = new PeakMeter()
      whole.add(Buffer.from(sound))
      const pieces = new PeakMeter()
      let start = 0
      for (const length of [...cuts, sound.length]) {
        pieces.add(Buffer.from(sound.subarray(start, start + length)))
        start += length
      }
      assert.deepEqual(pieces.finish(), whole.finish())
    }),
  )
})

test('every stretch gives its lowest and highest sample in 8 bits, a short last one too', () => {
  const sound = Buffer.alloc((WAVEFORM.samplesPerPoint + 1) * 2)
  sound.writeInt16LE(32_767, 20)
  sound.writeInt16LE(-32_768, 40)
  sound.writeInt16LE(512, WAVEFORM.samplesPerPoint * 2)
  const meter = new PeakMeter()
  meter.add(sound)
  assert.deepEqual([...meter.finish()], [-128, 127, 2, 2])
})
