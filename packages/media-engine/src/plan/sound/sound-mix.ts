/** Channels of sound as a frame has them. */
export interface ChannelLayout {
  readonly nbChannels: number
  /** A bit for each position (WAVEFORMATEXTENSIBLE and FFmpeg's beyond it); 0 where channels have none. */
  readonly mask: bigint
}

/** More than the mixer takes. */
export const MAX_CHANNELS = 64

type Gains = readonly [left: number, right: number]

const HALF_POWER = Math.SQRT1_2
const LEFT: Gains = [1, 0]
const RIGHT: Gains = [0, 1]
const FAR_LEFT: Gains = [HALF_POWER, 0]
const FAR_RIGHT: Gains = [0, HALF_POWER]
const MIDDLE: Gains = [HALF_POWER, HALF_POWER]
const NONE: Gains = [0, 0]

/** By the number of the bit: front left, right and centre, LFE, back left and right, and so on. */
const GAINS: ReadonlyMap<number, Gains> = new Map([
  [0, LEFT],
  [1, RIGHT],
  [2, MIDDLE],
  [3, NONE],
  [4, FAR_LEFT],
  [5, FAR_RIGHT],
  [6, LEFT],
  [7, RIGHT],
  [9, FAR_LEFT],
  [10, FAR_RIGHT],
  [12, FAR_LEFT],
  [14, FAR_RIGHT],
  [15, FAR_LEFT],
  [17, FAR_RIGHT],
  [29, LEFT],
  [30, RIGHT],
  [31, FAR_LEFT],
  [32, FAR_RIGHT],
  [33, FAR_LEFT],
  [34, FAR_RIGHT],
  [35, NONE],
])

function listPositions(mask: bigint): number[] {
  return Array.from({ length: 64 }, (_, bit) => bit).filter(bit => (mask >> BigInt(bit)) & 1n)
}

/**
 * How loud each channel is on the left and on the right. Positions are mixed as in ITU-R BS.775 (the LFE is left out) and
 * made quieter so that nothing clips. Channels without positions are equally loud on both sides; one is mono, two are stereo.
 */
export function findGains({ nbChannels, mask }: ChannelLayout): readonly Gains[] {
  const positions = listPositions(mask)
  if (nbChannels === 1) return [[1, 1]]
  if (positions.length !== nbChannels) {
    if (nbChannels === 2) return [LEFT, RIGHT]
    const equal = 1 / Math.sqrt(nbChannels)
    return Array.from({ length: nbChannels }, () => [equal, equal])
  }
  const gains = positions.map(bit => GAINS.get(bit) ?? MIDDLE)
  const loudest = Math.max(...([0, 1] as const).map(side => gains.reduce((sum, gain) => sum + gain[side], 0)))
  return loudest <= 1 ? gains : gains.map(([left, right]) => [left / loudest, right / loudest])
}

/** The filter that mixes channels of such a layout to stereo or mono, whatever the library would guess. */
export function toMixFilter(layout: ChannelLayout, target: 'stereo' | 'mono'): string {
  const gains = findGains(layout)
  const sum = (toGain: (gain: Gains) => number) => {
    const parts = gains.map((gain, channel) => `${toGain(gain).toFixed(6)}*c${channel}`)
    return parts.filter(part => !part.startsWith('0.000000')).join('+') || '0*c0'
  }
  return target === 'mono'
    ? `pan=mono|c0=${sum(([left, right]) => (left + right) / 2)}`
    : `pan=stereo|c0=${sum(([left]) => left)}|c1=${sum(([, right]) => right)}`
}

/** The filter that gives a track of one channel, which was mixed already, its share of the mix of `count` such tracks. */
export function toTrackFilter(track: number, count: number, target: 'stereo' | 'mono'): string {
  const [left, right] = findGains({ nbChannels: count, mask: 0n })[track] ?? NONE
  return target === 'mono'
    ? `pan=mono|c0=${((left + right) / 2).toFixed(6)}*c0`
    : `pan=stereo|c0=${left.toFixed(6)}*c0|c1=${right.toFixed(6)}*c1`
}
