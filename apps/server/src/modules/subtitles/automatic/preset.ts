import type { SubtitlePreset } from '@rushes/timed-text'
import type { SubtitleTarget } from '../target.ts'
import type { StoredRequest } from './request.ts'

/**
 * The rules of a run: those of its preset and production, with what its request overrides. What a flag of the request
 * asks for is done also where the preset would not do it by itself.
 */
export function toRunPreset(target: Pick<SubtitleTarget, 'readSpotting'>, request: StoredRequest): SubtitlePreset {
  const preset = target.readSpotting(request.subtitlingConfiguration)
  const { shots, speakers } = preset
  const showsSpeakers = request.applySpeakerIds === true
  return {
    ...preset,
    shots: { ...shots, snap: request.applyShotAlignment === true },
    // Lines leave room for what marks the speakers where they are to be marked.
    speakers: { ...speakers, mode: !showsSpeakers ? 'none' : speakers.mode === 'none' ? 'colour' : speakers.mode },
  }
}
