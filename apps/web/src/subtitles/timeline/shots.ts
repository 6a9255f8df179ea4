/** Shot changes, and where times go that are near them. */

/** The frame among sorted ones that is nearest, within a distance. */
function findNearestFrame(frames: readonly number[], frame: number, within: number): number | undefined {
  let nearest: number | undefined
  for (const candidate of frames) {
    const distance = Math.abs(candidate - frame)
    if (distance <= within && (nearest === undefined || distance < Math.abs(nearest - frame))) nearest = candidate
  }
  return nearest
}

/** A span whose ends go to the shot changes near them, within so many frames; the same where there are none. */
export function snapToShots(
  { start, end }: { readonly start: number; readonly end: number },
  shots: readonly number[],
  within: number,
  gap: number,
): { start: number; end: number } {
  const first = findNearestFrame(shots, start, within) ?? start
  const cut = findNearestFrame(
    shots.filter(frame => frame > first),
    end + gap,
    within,
  )
  const last = cut === undefined ? end : cut - gap
  return last > first ? { start: first, end: last } : { start, end }
}
