import type { SampleRate } from './rate.ts'
import { assertWhole, type Frames, type Milliseconds } from './units.ts'

/*
 * The one rounding rule: to the nearest whole number, a half goes up (as Math.round does, below zero too).
 *
 * frames -> milliseconds -> frames is the identity at every rate below 1000 fps, however long the media: the
 * milliseconds are at most 1/2 off, which is less than half a frame, so the nearest frame is the one we came from.
 */

/** The time at which a frame begins; throws `invalid-time` for a fraction of a frame. */
export function framesToMilliseconds(frames: Frames, rate: SampleRate): Milliseconds {
  assertWhole(frames, 'Frames')
  return multiplyDivide(frames, BigInt(rate.den) * 1000n, BigInt(rate.num))
}

/** The frame whose beginning is nearest to a time; throws `invalid-time` for a fraction of a millisecond. */
export function millisecondsToFrames(milliseconds: Milliseconds, rate: SampleRate): Frames {
  assertWhole(milliseconds, 'Milliseconds')
  return multiplyDivide(milliseconds, BigInt(rate.num), BigInt(rate.den) * 1000n)
}

/** The frame at another rate that begins nearest to the same moment; wall-clock time is kept, the count is not. */
export function resampleFrames(frames: Frames, from: SampleRate, to: SampleRate): Frames {
  assertWhole(frames, 'Frames')
  return multiplyDivide(frames, BigInt(from.den) * BigInt(to.num), BigInt(from.num) * BigInt(to.den))
}

/** `value * factor / divisor`, rounded by the rule above; in doubles while every step is exact in them. */
function multiplyDivide(value: number, factor: bigint, divisor: bigint): number {
  const product = value * Number(factor)
  const small = Number(divisor)
  if (Math.abs(product) <= Number.MAX_SAFE_INTEGER / 4 && small <= Number.MAX_SAFE_INTEGER / 4) {
    return floorDivide(2 * product + small, 2 * small)
  }
  const doubled = 2n * BigInt(value) * factor + divisor
  const quotient = doubled / (2n * divisor)
  const rounded = Number(doubled < 0n && quotient * 2n * divisor !== doubled ? quotient - 1n : quotient)
  assertWhole(rounded, 'A converted time')
  return rounded
}

function floorDivide(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  const quotient = (dividend - rest) / divisor
  return (rest < 0 ? quotient - 1 : quotient) + 0
}
