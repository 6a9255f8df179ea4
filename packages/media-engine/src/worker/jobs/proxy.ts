import { type FormatContext, type Frame, Packet } from 'node-av/lib'
import { MediaError } from '../../errors.ts'
import { AUDIO_ENCODING } from '../../plan/encoding.ts'
import type { ProxyPlan } from '../../plan/proxy.ts'
import { assertDrawn } from '../native/check-subtitles.ts'
import { Decoder } from '../native/decoder.ts'
import { GapFiller } from '../native/gap-filler.ts'
import { getStream, openInput, readPackets } from '../native/input.ts'
import { Mp4Writer } from '../native/mp4-writer.ts'
import { PictureChain } from '../native/picture-chain.ts'
import { SoundReader } from '../native/sound-reader.ts'
import type { WrittenProxy } from '../protocol.ts'
import type { Report } from '../reporter.ts'

/** The last picture is complete by the time that sound is so far beyond it. */
const HOLD_AFTER_SECONDS = 0.5

/** One stream on its way through decoder, filters and encoder. */
interface Lane {
  readonly push: (packet: Packet) => void
  /** Writes what is left, a little at a time. */
  readonly finish: () => Iterable<void>
}

/** Sound that cannot be read costs the picture nothing; alone it is an error. */
function openSound(input: FormatContext, plan: NonNullable<ProxyPlan['audio']>, hasPicture: boolean) {
  try {
    return new SoundReader(input, plan)
  } catch (error) {
    if (!hasPicture || !(error instanceof MediaError) || error.code !== 'UNSUPPORTED') throw error
    return undefined
  }
}

/** Writes the planned proxy, in one pass over the file. */
export async function writeProxy(plan: ProxyPlan, report: Report): Promise<WrittenProxy> {
  if (plan.subtitles && plan.video) assertDrawn(plan.subtitles)
  const input = openInput(plan.input, plan.demuxer)
  const sound = plan.audio && openSound(input, plan.audio, plan.video !== undefined)
  const writer = new Mp4Writer(plan.output, {
    video: plan.video,
    hasAudio: sound !== undefined,
    startTimecode: plan.startTimecode,
  })
  let frames = 0
  let samples = 0
  // by stream; all that is heard is one lane
  const lanes = new Map<number, Lane>()

  let filler: GapFiller | undefined
  /** Goes on with the last picture as far as sound has come, so that both are next to each other in the file. */
  let hold = (_seconds: number): void => undefined
  if (plan.video) {
    const { heldFrames, rate } = plan.video
    const stream = getStream(input, plan.video.streamIndex)
    const decoder = new Decoder(stream)
    const filters = new PictureChain(plan.video.picture, stream.timeBase)
    const filterAndWrite = (frame: Frame | null, time?: bigint): void => {
      for (const filtered of filters.filter(frame, time)) {
        frames += 1
        writer.writeVideo(filtered)
      }
    }
    const gaps = new GapFiller(stream, filterAndWrite)
    filler = gaps
    const finishPicture = function* () {
      for (const frame of decoder.decode(null)) gaps.write(frame)
      yield* gaps.finish(heldFrames, (stream.timeBase.den * rate.den) / (stream.timeBase.num * rate.num))
      // without this the tail that the filters still hold would be lost
      filterAndWrite(null)
    }
    const rest = finishPicture()
    const { packets } = plan.video
    const shownSeconds = () => (Number(gaps.shownTime) * stream.timeBase.num) / stream.timeBase.den
    let isHeld = false
    if (heldFrames > 0)
      hold = seconds => {
        isHeld ||= gaps.packets >= packets && seconds > shownSeconds() + HOLD_AFTER_SECONDS
        while (isHeld && shownSeconds() < seconds && !rest.next().done);
      }
    lanes.set(plan.video.streamIndex, {
      push(packet) {
        gaps.expect(packet)
        for (const frame of decoder.decode(packet)) gaps.write(frame)
      },
      finish: () => rest,
    })
  }
  if (sound) {
    const write = (frames: Iterable<Frame>): void => {
      for (const frame of frames) {
        samples += AUDIO_ENCODING.frameSamples
        writer.writeAudio(frame)
      }
    }
    const timeBases = new Map(sound.streams.map(index => [index, getStream(input, index).timeBase]))
    const lane: Lane = {
      push(packet) {
        write(sound.read(packet))
        const { num, den } = timeBases.get(packet.streamIndex) ?? { num: 0, den: 1 }
        hold((Number(packet.pts) * num) / den)
      },
      finish() {
        write(sound.finish())
        return []
      },
    }
    for (const index of sound.streams) lanes.set(index, lane)
  }

  using packet = new Packet()
  packet.alloc()
  for (const { streamIndex } of readPackets(input, packet)) {
    lanes.get(streamIndex)?.push(packet)
    await report(plan.video ? frames : samples)
  }
  for (const lane of new Set(lanes.values())) {
    for (const _ of lane.finish()) await report(plan.video ? frames : samples)
  }
  writer.finish()
  input.closeInputSync()
  return { repeatedFrames: filler?.repeated ?? 0, soundLeftOut: plan.audio !== undefined && samples === 0 }
}
