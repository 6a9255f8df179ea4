import { FORMAT_WHITELIST, MAX_PIXELS, PROTOCOL_WHITELIST, THREADS, toFileUrl } from '../limits.ts'
import { AUDIO_ENCODING, VIDEO_ENCODING, type VideoOutput } from '../plan/encoding.ts'

/** Written twice a second while ffmpeg is at work, also where it reads and writes nothing else for long. */
const SIGN_OF_LIFE = ['-progress', 'file:/dev/null', '-nostats'] as const

/** Every run of ffmpeg: errors only, no questions, no terminal. */
export const QUIET = ['-hide_banner', '-v', 'error', '-nostdin', '-y', ...SIGN_OF_LIFE] as const

/** A customer's file as input, within the white lists. Pictures are turned by our own filters. */
export const inputArgs = (path: string, demuxer: string | undefined): readonly string[] => [
  ...(demuxer ? ['-f', demuxer] : []),
  ...['-format_whitelist', FORMAT_WHITELIST, '-protocol_whitelist', PROTOCOL_WHITELIST],
  ...['-max_pixels', String(MAX_PIXELS), '-threads', String(THREADS)],
  ...['-noautorotate', '-i', toFileUrl(path)],
]

/** Encoding of the picture; `-fps_mode passthrough` because the default repeats and drops frames. */
export const videoArgs = ({ timescale }: VideoOutput): readonly string[] => [
  ...['-c:v', VIDEO_ENCODING.codec, '-preset', VIDEO_ENCODING.preset, '-crf', String(VIDEO_ENCODING.crf)],
  ...[
    '-g',
    String(VIDEO_ENCODING.gopFrames),
    '-sc_threshold',
    '0',
    '-bf',
    String(VIDEO_ENCODING.bFrames),
    '-pix_fmt',
    'yuv420p',
    '-threads',
    String(THREADS),
  ],
  ...['-fps_mode', 'passthrough', '-enc_time_base', `1/${timescale}`, '-video_track_timescale', String(timescale)],
]

export const audioArgs = (): readonly string[] => [
  ...['-c:a', AUDIO_ENCODING.codec, '-b:a', String(AUDIO_ENCODING.bitRate)],
  ...['-ar', String(AUDIO_ENCODING.samplingFrequency), '-ac', String(AUDIO_ENCODING.channels)],
]

/** An MP4 with the index in front and nothing of the source's tags. */
export const outputArgs = (path: string, startTimecode: string | undefined): readonly string[] => [
  ...(startTimecode ? ['-timecode', startTimecode] : []),
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4', toFileUrl(path)],
]
