/** Which part of a film the time line shows. Pure; frames may be fractions. */

export interface View {
  readonly from: number
  readonly to: number
}

/** The least number of frames that fills the line. */
const leastFrames = 24

export function toWhole(frameCount: number): View {
  return { from: 0, to: Math.max(frameCount, 1) }
}

/** The view that shows as much, moved into the film. */
function clamp(from: number, length: number, frameCount: number): View {
  const most = Math.max(frameCount, 1)
  const kept = Math.min(length, most)
  const start = Math.min(Math.max(from, 0), most - kept)
  return { from: start, to: start + kept }
}

/** Larger by a factor above 1, with this frame where it was. */
export function zoom({ from, to }: View, frameCount: number, at: number, factor: number): View {
  const length = Math.max((to - from) / factor, Math.min(leastFrames, Math.max(frameCount, 1)))
  const part = (at - from) / Math.max(to - from, 1)
  return clamp(at - part * length, length, frameCount)
}

export function pan({ from, to }: View, frameCount: number, by: number): View {
  return clamp(from + by, to - from, frameCount)
}

/** The same view, or one moved so that this frame is in it. */
export function follow(view: View, frameCount: number, frame: number): View {
  if (frame >= view.from && frame < view.to) return view
  const length = view.to - view.from
  return clamp(frame - length * 0.1, length, frameCount)
}

/** The view of a film that had `before` frames until it was measured: the whole where it was that, or does not fit. */
export function fit(view: View, before: number, frameCount: number): View {
  const wasWhole = view.from === 0 && view.to >= before
  return wasWhole || view.to > Math.max(frameCount, 1) ? toWhole(frameCount) : view
}

/** Where a frame is, in percent of the line. */
export function toPercent({ from, to }: View, frame: number): number {
  return ((frame - from) / Math.max(to - from, 1e-9)) * 100
}

/** Seconds between ticks, smallest first; below one second ticks are at frames. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]
const frameSteps = [1, 2, 5, 10]
/** As wide as a timecode with its space is, in pixels. */
const tickWidth = 104

/** Frames at which the ruler has a label: at round times of the timecode, as many as fit. */
export function listTicks(view: View, width: number, perSecond: number, startTimecode: number): number[] {
  const framesOfWidth = ((view.to - view.from) / Math.max(width, 1)) * tickWidth
  const step =
    frameSteps.find(frames => frames >= framesOfWidth && frames < perSecond) ??
    (steps.find(seconds => seconds * perSecond >= framesOfWidth) ?? 7200) * perSecond
  const first = Math.ceil((view.from + startTimecode) / step) * step - startTimecode
  const ticks: number[] = []
  for (let frame = first; frame < view.to; frame += step) ticks.push(Math.round(frame))
  return ticks
}
