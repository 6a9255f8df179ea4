import { basename } from 'node:path'
import { MediaError } from '../errors.ts'
import { FORMAT_WHITELIST, PROTOCOL_WHITELIST, toFileUrl } from '../limits.ts'
import type { RawFormat, RawProbe, RawStream } from '../probe/raw.ts'
import { PacketTally } from '../probe/tally.ts'
import type { StopOptions } from '../supervision/stop.ts'
import { createLineReader } from './lines.ts'
import { captureTool, runTool } from './run.ts'

interface FfprobeOutput {
  readonly format?: RawFormat
  readonly streams?: readonly RawStream[]
}

const toTicks = (text: string | undefined): number | undefined => {
  const ticks = Number(text || Number.NaN)
  return Number.isFinite(ticks) ? ticks : undefined
}

/** Describes and counts a file with the system's ffprobe, where the media library is not installed. */
export async function runProbe(
  ffprobe: string,
  path: string,
  demuxer: string | undefined,
  options: StopOptions,
): Promise<RawProbe> {
  const input = [
    ...['-v', 'error', ...(demuxer ? ['-f', demuxer] : [])],
    ...['-format_whitelist', FORMAT_WHITELIST, '-protocol_whitelist', PROTOCOL_WHITELIST],
    ...['-i', toFileUrl(path)],
  ]
  const header = await captureTool(ffprobe, [...input, '-show_format', '-show_streams', '-of', 'json'], options)
  const { format, streams = [] }: FfprobeOutput = JSON.parse(header.toString('utf8'))
  if (!format) throw new MediaError('NOT_MEDIA', 'The file is not a media file, or is damaged.')

  const tallies = new Map(
    streams.map(({ index, codec_type }) => [index, new PacketTally(index, codec_type === 'video')]),
  )
  const entries = 'packet=stream_index,pts,dts,duration,flags'
  await runTool(ffprobe, [...input, '-show_entries', entries, '-of', 'compact=p=0:nk=0'], {
    ...options,
    onOutput: createLineReader(line => {
      const packet = Object.fromEntries(line.split('|').map(part => part.split('=') as [string, string]))
      tallies.get(Number(packet.stream_index))?.add({
        pts: toTicks(packet.pts) ?? toTicks(packet.dts),
        durationTicks: toTicks(packet.duration) ?? 0,
        isDiscarded: packet.flags?.includes('D') ?? false,
      })
    }),
  })
  return {
    format: { ...format, filename: basename(path) },
    streams,
    tallies: [...tallies.values()].map(tally => tally.toTally()),
  }
}
